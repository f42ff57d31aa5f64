package command

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine"
	"bloodline/internal/disk"
)

// MapsKey stands for the maps of a contest among the hashes of its programs.
const MapsKey = "command.maps"

func (g *contest) Hashes(players []engine.Player) (map[string]string, error) {
	words := slices.Concat(g.referee, g.bot, g.reads, g.mapList)
	for _, p := range players {
		if b, ok := p.(*Bot); ok {
			words = append(words, b.words...)
		}
	}
	return g.hashesBy(words)
}

// Parts returns what decides a game beside its bots, by name: settings, and hashes of the referee's files and the maps.
func (g *contest) Parts() (map[string]string, error) {
	hashes, err := g.hashesBy(slices.Concat(g.referee, g.mapList))
	out, s := Digests(hashes), g.Settings
	for key, value := range map[string]any{
		"referee": s.Referee, "style": s.Style, "players": s.Players, "symmetric": s.Symmetric, "folder": s.Folder,
		"plain": s.Plain, "seeds": s.Seeds, "points": s.Points, "score_low": s.ScoreLow, "score_high": s.ScoreHigh,
		"negative_is_error": s.Negative, "ranks": s.Ranks, "scores": s.Scores, "errors": s.Errors,
		"game_time": s.GameTime, "answer_time": s.AnswerTime, "start_time": s.StartTime,
	} {
		out["command."+key] = fmt.Sprint(value)
	}
	return out, err
}

// hashesBy returns the hashes of the files that words name, and of the maps.
func (g *contest) hashesBy(words []string) (map[string]string, error) {
	const emptySum = "e3b0c44298fc1c149afbf4c8996fb924" // the hash of an empty file, which programs may write into
	folder, err := filepath.Abs(g.folder)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, w := range words {
		path, err := filepath.Rel(folder, w)
		if err != nil || !filepath.IsLocal(path) {
			continue
		}
		sum, err := g.hash(w)
		if err != nil {
			return nil, err
		}
		if sum != "" && sum != emptySum { // or an argument of another kind
			out[filepath.ToSlash(path)] = sum
		}
	}
	var pool strings.Builder // a line for each map, in their order: the hash of its file, if it is one, and its name
	for _, m := range g.maps {
		path, name := m, m
		if !filepath.IsAbs(m) {
			path = filepath.Join(cmp.Or(g.where, folder), m)
		} else if near, err := filepath.Rel(folder, m); err == nil && filepath.IsLocal(near) {
			name = filepath.ToSlash(near)
		} else {
			name = "../" + filepath.Base(m)
		}
		sum, err := g.hash(path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&pool, "%s %q\n", sum, name)
	}
	if g.maps != nil {
		out[MapsKey] = pool.String()
	}
	return out, nil
}

// hash returns the [disk.Hash] of a path, by a stat if the file is as it was.
func (g *contest) hash(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return disk.Hash(path)
	}
	key := fmt.Sprint(path, "\x00", info.Size(), info.ModTime().UnixNano())
	if sum, ok := g.hashes.Load(key); ok {
		return sum.(string), nil
	}
	sum, err := disk.Hash(path)
	if err == nil {
		g.hashes.Store(key, sum)
	}
	return sum, err
}

// Digests returns hashes with one digest in place of the maps, which may be many.
func Digests(hashes map[string]string) map[string]string {
	out := maps.Clone(hashes)
	if pool := out[MapsKey]; pool != "" {
		out[MapsKey] = digest(pool)
	}
	return out
}

func digest(pool string) string {
	return fmt.Sprintf("%d maps, %.16x", strings.Count(pool, "\n"), sha256.Sum256([]byte(pool)))
}

// Changed returns the paths of programs that are no longer those of recorded hashes, and an error if the maps differ.
// In v0.1.0 maps were among the programs, as far as they lie below the run file's folder.
func Changed(begun, now map[string]string) (programs []string, otherMaps error) {
	before, is := hashesOf(begun[MapsKey]), hashesOf(now[MapsKey])
	for _, path := range slices.Sorted(maps.Keys(begun)) {
		if path != MapsKey && begun[path] != cmp.Or(now[path], is[strconv.Quote(path)]) {
			programs = append(programs, path)
		}
	}
	text, recorded := begun[MapsKey]
	if !recorded || text == now[MapsKey] || text == digest(now[MapsKey]) {
		return programs, nil
	}
	const most = 3 // that are named
	words := map[[2]bool]string{{false, true}: "added ", {true, false}: "missing ", {true, true}: "changed "}
	both, all := maps.Clone(before), []string(nil)
	maps.Copy(both, is)
	for _, name := range slices.Sorted(maps.Keys(both)) {
		was, had := before[name]
		if now, has := is[name]; had != has || was != now {
			all = append(all, words[[2]bool{had, has}]+name)
		}
	}
	what := cmp.Or(strings.Join(all[:min(most, len(all))], ", "), "another order")
	if more := len(all) - most; more > 0 {
		what += fmt.Sprintf(" and %d more", more)
	}
	if !strings.HasSuffix(text, "\n") {
		what = fmt.Sprintf("%.60q then, %q now", text, digest(now[MapsKey]))
	}
	return programs, fmt.Errorf("the maps differ from those of the run: %s", what)
}

// SharedMaps returns how many maps of a contest, by its hashes, another one has too, and whether all are the same.
func SharedMaps(a, b map[string]string) (shared int, same bool) {
	known := map[string]bool{}
	for name, sum := range hashesOf(a[MapsKey]) {
		known[cmp.Or(sum, name)] = true
	}
	for name, sum := range hashesOf(b[MapsKey]) {
		if known[cmp.Or(sum, name)] {
			shared++
		}
	}
	return shared, a[MapsKey] == b[MapsKey]
}

// hashesOf returns the hashes in a pool by the quoted names of the maps.
func hashesOf(pool string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(pool) {
		sum, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		out[name] = sum
	}
	return out
}
