package configs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/evolve/key"
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

// checkNames checks the game and, if there is such a game, its opponents.
func (c *Config) checkNames(n Names) (f faults) {
	if !slices.Contains(n.Games, c.Game) {
		f.add("game", "must be one of "+strings.Join(n.Games, ", "), quoted(c.Game))
		return f
	}
	if n.Learns == nil || !n.Learns(c.Game) {
		because := "the rules of " + c.Game + " have no gradient"
		if have := c.League.LearningRate; have > 0 {
			f.add("league.learning_rate", "must be 0: "+because, fmt.Sprint(have))
		}
		if have := c.Evolve.Algorithm; evolve.Learns(have) {
			f.add("evolve.algorithm", "must be genetic or distribution: "+because, quoted(have))
		}
	}
	if len(c.Field) == 0 {
		f.add("field", "must name at least one opponent", "none")
	}
	seen := make(map[string]string) // a name as it is compared: the key that it stands under
	c.checkList(n, "field", c.Field, seen, &f)
	c.checkList(n, "holdout", c.Holdout, seen, &f)
	field, _ := c.resolved(n)
	stays := func(word string) bool { return !slices.Contains(Moving(), unweighted(word)) }
	if len(f) == 0 && len(field) > 0 && !slices.ContainsFunc(field, stays) {
		f.add("field", "must name an opponent beside "+strings.Join(Moving(), " and ")+", whom no evidence has", quoted(strings.Join(field, ", ")))
	}
	if len(f) == 0 && len(field) == 0 {
		rule := "must leave at least one opponent that is not held out"
		if len(n.opponents(c.Game)) == 0 {
			rule = "must name a champion file (*.json) or a program, since " + c.Game + " has no baselines"
		}
		f.add("field", rule, "none")
	}
	return f
}

func (c *Config) checkList(n Names, under string, list []string, seen map[string]string, f *faults) {
	for i, word := range list {
		at := fmt.Sprintf("%s[%d]", under, i)
		name, weight, err := Weighted(word)
		called, _, program := command.Program(name)
		if program {
			name = called
		}
		switch known, ok := n.find(c.Game, name); {
		case err != nil:
			f.add(at, err.Error(), quoted(word))
			continue
		case ok:
			name = known
		case program:
		case under == "field" && (name == Defaults || slices.Contains(Moving(), name)), name == All, isChampion(name), under == "holdout" && name == Rotation:
		case name == game.Strangers && n.strangers(c.Game):
		default:
			others := []string{All, Rotation}
			if under == "field" {
				others = append([]string{All, Defaults}, Moving()...)
			}
			if n.strangers(c.Game) {
				others = append(others, game.Strangers)
			}
			rule := fmt.Sprintf("must be an opponent of %s (%s), %s, a champion file (*.json), or a program (NAME: COMMAND)",
				c.Game, strings.Join(n.opponents(c.Game), ", "), strings.Join(others, ", "))
			if near := key.Nearest(name, append(n.opponents(c.Game), others...)); near != "" {
				rule = "unknown opponent of " + c.Game + ", did you mean " + near + "?"
			}
			f.add(at, rule, quoted(name))
			continue
		}
		if weight > 1 && under != "field" {
			f.add(at, "must have no weight: nobody is bred against it", quoted(word))
		}
		if other, twice := seen[name]; twice {
			f.add(at, "must not stand in "+other+" too", quoted(name))
			continue
		}
		seen[name] = at
	}
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
