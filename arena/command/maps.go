package command

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bloodline/internal/disk"
	"bloodline/internal/setting"
)

const (
	seedBits = 31      // that referees in any language can read as a positive number
	mostMaps = 100_000 // and seeds

	mostMapBytes = 16 << 20 // of a file with a map in each line
)

func (s Settings) drawsSeeds() bool {
	return s.Style == StyleStdio || s.Style == StyleSimulator || s.addsArguments() || strings.Contains(s.Referee, "{seed}")
}

func (s Settings) checkMaps() (out setting.Errors) {
	hasMap := strings.Contains(s.Referee, "{map}")
	key := "maps"
	if len(s.Maps) == 0 {
		key = "seeds"
	}
	switch {
	case len(s.Maps) > 0 && s.Style == StyleSimulator:
		out.Add("maps", "must be seeds with style simulator, whose games have no other name: seeds: 1..12", strings.Join(s.Maps, ", "))
	case len(s.Maps) > 0 && !hasMap:
		out.Add("maps", "must stand in referee as {map}", "no {map}")
	case hasMap && len(s.Maps) == 0:
		out.Add("maps", "must be the maps that {map} in referee stands for", "none")
	case len(s.Maps)+len(s.Seeds) > 0 && s.MinPlayers > 0:
		out.Add(key, "must be left out where games have different numbers of players: breed on the maps of one number", "min_players")
	case len(s.Seeds) > 0 && !s.drawsSeeds():
		out.Add("seeds", "must be left out: referee has no {seed}", strings.Join(s.Seeds, ", "))
	}
	if _, err := s.seeds(); err != nil {
		out = append(out, err)
	}
	return out
}

func (s Settings) seeds() (out []uint64, _ *setting.Error) {
	const rule = "must be different numbers below 2147483648, or ranges such as 1..12, 100000 at most"
	for _, text := range s.Seeds {
		low, high, isRange := strings.Cut(text, "..")
		if !isRange {
			high = low
		}
		from, err1 := strconv.ParseUint(strings.TrimSpace(low), 10, seedBits)
		to, err2 := strconv.ParseUint(strings.TrimSpace(high), 10, seedBits)
		if err1 != nil || err2 != nil || from > to || to-from >= mostMaps || len(out)+int(to-from) >= mostMaps {
			return nil, &setting.Error{Key: "seeds", Rule: rule, Have: text}
		}
		for x := from; x <= to; x++ {
			out = append(out, x)
		}
	}
	if sorted := slices.Sorted(slices.Values(out)); len(slices.Compact(sorted)) < len(out) {
		return nil, &setting.Error{Key: "seeds", Rule: rule, Have: "one twice"}
	}
	return out, nil
}

// readMaps returns the maps of Settings.Maps, with the paths of files seen from anywhere, and the file that lists them.
func (s Settings) readMaps(folder string) (maps, list []string, _ error) {
	wrong := func(rule, have string) error { return &setting.Error{Key: "maps", Rule: rule, Have: have} }
	for _, text := range s.Maps {
		path := text
		if !filepath.IsAbs(path) {
			path = filepath.Join(folder, text)
		}
		info, missing := os.Stat(path)
		switch {
		case strings.ContainsAny(text, "*?["):
			found, err := filepath.Glob(path)
			if err != nil || len(found) == 0 {
				return nil, nil, wrong("must be a pattern of files that exist", cmp.Or(text, "nothing"))
			}
			maps = append(maps, found...)
		case missing != nil || !info.Mode().IsRegular():
			maps = append(maps, text)
		case len(s.Maps) > 1:
			maps = append(maps, path)
		default:
			data, err := disk.Read(path, mostMapBytes)
			if err != nil {
				return nil, nil, wrong("must be a file with a map in each line", err.Error())
			}
			for line := range strings.Lines(string(data)) {
				if line = strings.TrimSpace(line); line != "" {
					maps = append(maps, line)
				}
			}
			list = append(list, path)
		}
	}
	if n := len(maps); len(s.Maps) > 0 && n == 0 || n > mostMaps {
		return nil, nil, wrong(fmt.Sprintf("must be 1 to %d maps", mostMaps), strconv.Itoa(n))
	}
	if sorted := slices.Sorted(slices.Values(maps)); len(slices.Compact(sorted)) < len(maps) {
		return nil, nil, wrong("must be different maps", "one twice")
	}
	return maps, list, nil
}

// DealNumber returns a deal's number in the book: the seed that the referee gets, and above it the place of its map.
func (g *contest) DealNumber(seed uint64) uint64 {
	if g.info.Maps == 0 {
		return seed >> (64 - seedBits)
	}
	place, deal := g.info.Map(seed)
	switch {
	case g.maps == nil:
		return g.seeds[place]
	case g.seeds != nil:
		deal = g.seeds[deal]
	}
	return uint64(place)<<seedBits | deal
}

// SeedAndMap returns what the referee gets for the number of a deal; the map is empty where a contest names none.
func (g *contest) SeedAndMap(number uint64) (seed uint64, name string) {
	seed, place := SeedAndPlace(number)
	if g.maps != nil {
		name = g.maps[place%uint64(len(g.maps))]
	}
	return seed, name
}

// SeedAndPlace returns what the referee gets for the number of a deal, and the place of its map in the list, from 0.
func SeedAndPlace(number uint64) (seed, place uint64) {
	return number & (1<<seedBits - 1), number >> seedBits
}

func (g *contest) DealName(number uint64) string { return DealText(g.SeedAndMap(number)) }

// DealText names a deal by its seed, and by its map if there is one.
func DealText(seed uint64, name string) string {
	if name == "" {
		return fmt.Sprintf("seed %d", seed)
	}
	return fmt.Sprintf("map %s, seed %d", name, seed)
}
