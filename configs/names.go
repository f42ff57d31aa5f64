package configs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bloodline/arena/command"
	"bloodline/evolve/league"
)

// All stands for baselines in a field or a holdout.
const All = "all"

// Rotation stands in a holdout for every sixth of the baselines that "all" would stand for
// in the field, other ones with each seed: of thirteen two.
const Rotation = "rotation"

const rotationShare = 6

// Moving lists the words of a field that stand for other players in each generation:
// see [league.Champion] and [league.Varied].
func Moving() []string { return []string{league.Champion, league.Varied} }

// Weighted splits an opponent of a field, as NAME*3, from how often it is met.
func Weighted(word string) (name string, weight int, err error) {
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

// unweighted is the name of an opponent, whatever its weight is.
func unweighted(word string) string {
	name, _, _ := strings.Cut(word, "*")
	return name
}

// maxWeight is the largest weight of an opponent.
const maxWeight = 100

// Names says which games and opponents there are.
type Names struct {
	Games     []string                   // as a run file names them
	Opponents func(game string) []string // baselines of one of the games, in their order
	Learns    func(game string) bool     // whether its rules have a policy gradient; nil for none
	Strangers func(game string) bool     // whether it has a family of them; nil for none
	Files     []File                     // run files that come with the games
}

// File is a run file that comes with a game.
type File struct {
	Name string // without folder and ending: "coup-quick"
	Data []byte
}

// shipped returns the run file of a name.
func (n Names) shipped(name string) ([]byte, bool) {
	for _, f := range n.Files {
		if f.Name == name {
			return f.Data, true
		}
	}
	return nil, false
}

// List returns the names of the run files that come with the games.
func (n Names) List() []string {
	out := make([]string, len(n.Files))
	for i, f := range n.Files {
		out[i] = f.Name
	}
	return out
}

func (n Names) opponents(game string) []string {
	if n.Opponents == nil {
		return nil
	}
	return n.Opponents(game)
}

func (n Names) strangers(game string) bool { return n.Strangers != nil && n.Strangers(game) }

// find returns the baseline that is meant; case does not matter.
func (n Names) find(game, name string) (string, bool) {
	for _, known := range n.opponents(game) {
		if strings.EqualFold(known, name) {
			return known, true
		}
	}
	return "", false
}

// isChampion says whether a name is the path of a champion file. Which of them
// exist is for those to find out who read them.
func isChampion(name string) bool {
	return len(name) > len(".json") && strings.HasSuffix(name, ".json") &&
		utf8.ValidString(name) && !strings.ContainsFunc(name, unicode.IsControl)
}

// resolved returns field and holdout with the names that "all" stands for, as the
// baselines write them, in the order of first mention.
func (c *Config) resolved(n Names) (field, holdout []string) {
	holdout = c.rotated(n)
	return c.expand(n, c.Field, holdout), c.expand(n, holdout, c.Field)
}

// rotated returns the holdout with the names that "rotation" stands for.
func (c *Config) rotated(n Names) []string {
	at := slices.Index(c.Holdout, Rotation)
	if at < 0 {
		return c.Holdout
	}
	others := slices.Delete(slices.Clone(c.Holdout), at, at+1)
	if !slices.ContainsFunc(c.Field, func(w string) bool { return unweighted(w) == All }) {
		return others
	}
	among := Config{Game: c.Game, Field: []string{All}}
	all := among.expand(n, among.Field, slices.Concat(c.Field, others))
	each := uint64(len(all) / rotationShare)
	for k := range each {
		others = append(others, all[(c.Seed%uint64(len(all))*each+k)%uint64(len(all))])
	}
	return others
}

func (c *Config) expand(n Names, list, other []string) (out []string) {
	same := func(name string) func(string) bool {
		return func(s string) bool { return strings.EqualFold(unweighted(s), name) }
	}
	for _, word := range list {
		name, weight, weighted := strings.Cut(word, "*")
		if name != All {
			if known, ok := n.find(c.Game, name); ok {
				name = known
			}
			if weighted {
				name += "*" + weight
			}
			out = append(out, name)
			continue
		}
		for _, b := range n.opponents(c.Game) {
			if !slices.ContainsFunc(other, same(b)) && !slices.ContainsFunc(list, same(b)) {
				if weighted {
					b += "*" + weight
				}
				out = append(out, b)
			}
		}
	}
	return out
}
