package configs

import (
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/measure"
	"bloodline/internal/disk"
)

// All is the word for all baselines in a field or a holdout that are not named otherwise.
const All = "all"

// Rotation is the word in a holdout for a sixth of the field's "all", two of thirteen; the seed decides which.
const Rotation = "rotation"

// ChangingPlayers lists the words of a field whose players change with each generation.
func ChangingPlayers() []string { return []string{measure.NameChampion, measure.NameVaried} }

// Weighted splits an opponent of a field, as NAME*3, from how often it is met.
func Weighted(word string) (name string, weight int, err error) {
	const maxWeight = 100 // the largest weight of an opponent
	if called, line, ok := command.Program(word); ok {
		if called == word {
			return word, 1, nil // a command without a name has no weight
		}
		called, weight, err = Weighted(called)
		return called + command.NameEnd + line, weight, err
	}
	name, times, ok := strings.Cut(word, "*")
	if !ok {
		return word, 1, nil
	}
	weight, err = strconv.Atoi(times)
	if err != nil || weight < 1 || weight > maxWeight {
		return name, 1, fmt.Errorf("must have a weight in [1, %d] behind its *", maxWeight)
	}
	return name, weight, nil
}

// LadderTop returns how many bots of the contest's ladder an opponent stands for, the first ones; 0 for another opponent.
func LadderTop(name string) int {
	const most = 99
	number, ok := strings.CutPrefix(name, "ladder:top")
	if n, err := strconv.Atoi(number); ok && err == nil && n > 0 && n <= most {
		return n
	}
	return 0
}

// unweighted returns an opponent's name without its weight, which is the rest of the word.
func unweighted(word string) string {
	name, _, _ := strings.Cut(word, "*")
	return name
}

func gameNames(games game.Set) []string { return append(games.Names(), command.Name) }

func RunFileNames(games game.Set) (names []string) {
	for _, f := range games.RunFiles() {
		names = append(names, f.Name)
	}
	return names
}

// FilesIn returns the names of the run files in a folder, 50 at most: its YAML files that name a game.
func FilesIn(dir string) (names []string) {
	game := regexp.MustCompile(`(?m)^game[ \t]*:`)
	files, _ := filepath.Glob(filepath.Join(dir, "*.y*ml")) // the pattern is valid
	for _, path := range files {
		text, err := disk.Read(path, maxBytes)
		if name := filepath.Base(path); err == nil && game.Match(text) && name[0] != '-' && len(names) < 50 {
			names = append(names, name)
		}
	}
	return names
}

func baselines(games game.Set, name string) []string {
	if g, ok := games.ByName(name); ok {
		return g.BaselineNames()
	}
	return nil
}

func hasStrangers(games game.Set, name string) bool {
	g, ok := games.ByName(name)
	return ok && g.Strangers != nil
}

func findBaseline(games game.Set, game, name string) (string, bool) {
	for _, known := range baselines(games, game) {
		if strings.EqualFold(known, name) {
			return known, true
		}
	}
	return "", false
}

// isChampion reports whether a name is the path of a champion file. It does not look whether the file exists.
func isChampion(name string) bool {
	return len(name) > len(".json") && strings.HasSuffix(name, ".json") &&
		utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

// resolveOpponents returns field and holdout with the names that "all" stands for, in the order of first mention.
func (c *Config) resolveOpponents(games game.Set) (field, holdout []string) {
	holdout = c.resolveRotation(games)
	return c.expand(games, c.Field, holdout), c.expand(games, holdout, c.Field)
}

// resolveRotation returns the holdout with the names that "rotation" stands for.
func (c *Config) resolveRotation(games game.Set) []string {
	const rotationShare = 6
	at := slices.Index(c.Holdout, Rotation)
	if at < 0 {
		return c.Holdout
	}
	others := slices.Delete(slices.Clone(c.Holdout), at, at+1)
	if !slices.ContainsFunc(c.Field, func(w string) bool { return unweighted(w) == All }) {
		return others
	}
	all := c.expand(games, []string{All}, slices.Concat(c.Field, others))
	each := uint64(len(all) / rotationShare)
	for k := range each {
		others = append(others, all[(c.Seed%uint64(len(all))*each+k)%uint64(len(all))])
	}
	return others
}

func (c *Config) expand(games game.Set, list, other []string) (out []string) {
	same := func(name string) func(string) bool {
		return func(s string) bool { return strings.EqualFold(unweighted(s), name) }
	}
	for _, word := range list {
		name := unweighted(word)
		weight := word[len(name):]
		if name != All {
			if known, ok := findBaseline(games, c.Game, name); ok {
				name = known
			}
			out = append(out, name+weight)
			continue
		}
		for _, b := range baselines(games, c.Game) {
			if !slices.ContainsFunc(other, same(b)) && !slices.ContainsFunc(list, same(b)) {
				out = append(out, b+weight)
			}
		}
	}
	return out
}

// Files holds the run files of the shipped games.
//
//go:embed *.yaml
var Files embed.FS
