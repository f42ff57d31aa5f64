package configs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/evolve/key"
)

// Validate reports every value that breaks a rule, as joined [Error]s without
// path and line.
func (c *Config) Validate(games game.Set) error {
	f := c.ranges()
	return append(f, c.rules(games, f)...).err()
}

// ranges reports values that no other setting would make right.
func (c *Config) ranges() (f faults) {
	for _, e := range key.Check(c) {
		f.add(e.Field, e.Rule, fmt.Sprint(e.Have))
	}
	return f
}

// rules reports values that do not fit together. Values out of range are reported elsewhere.
func (c *Config) rules(games game.Set, out faults) (f faults) {
	for _, e := range checkEvolve(c.Evolve) {
		if e.Key = "evolve." + e.Key; !out.has(e.Key) {
			f = append(f, e)
		}
	}
	f = append(f, c.checkNames(games)...)
	if c.Game == command.Name {
		for _, p := range c.Command.Check() {
			if key := "command." + p.Key; !out.has(key) {
				f.add(key, p.Rule, p.Have)
			}
		}
	}
	if v := c.Verdict; v.MinRounds > v.MaxRounds && !out.has("verdict.min_rounds") && !out.has("verdict.max_rounds") {
		f.add("verdict.min_rounds", fmt.Sprintf("must be at most max_rounds (%d)", v.MaxRounds), fmt.Sprint(v.MinRounds))
	}
	if tail := c.Evolve.Tail; tail > 0 && c.Budget != (Budget{}) {
		f.add("evolve.tail", "must be 0 with a budget, which ends runs at any generation", fmt.Sprint(tail))
	}
	l := c.League
	if len(l.Initial) == 0 {
		f.add("league.initial", "must name at least one", "none")
	}
	if l.Share > 0 && slices.Contains(evolve.Optimisers(), c.Evolve.Algorithm) {
		f.add("league.share", "must be 0 with algorithm "+c.Evolve.Algorithm, fmt.Sprint(l.Share))
	}
	if l.Share > 0 && l.Beside > 0 && c.Game == command.Name {
		f.add("league.exploiters", "must be 0 in a game of commands", fmt.Sprint(l.Beside))
	}
	if l.Share > 0 && l.Share <= 0.9 && l.Round == 0 {
		f.add("league.share", "must be 0 unless league.round says when exploiters are bred", fmt.Sprint(l.Share))
	}
	return f
}

// checkEvolve turns the findings of evolve into ours.
func checkEvolve(c evolve.Config) (f faults) {
	var walk func(error)
	walk = func(err error) {
		var field *evolve.FieldError
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, e := range joined.Unwrap() {
				walk(e)
			}
		} else if errors.As(err, &field) {
			f.add(field.Field, field.Rule, fmt.Sprint(field.Have))
		} else if err != nil {
			panic("configs: evolve reports no field: " + err.Error())
		}
	}
	walk(c.Validate())
	return f
}

// checkNames checks the game and, if there is such a game, its opponents.
func (c *Config) checkNames(games game.Set) (f faults) {
	g, ok := games.ByName(c.Game)
	if ok = ok && g.Name() == c.Game; !ok && c.Game != command.Name {
		f.add("game", "must be one of "+strings.Join(gameNames(games), ", "), quoted(c.Game))
		return f
	}
	if !ok || !g.Learns() {
		because := "the rules of " + c.Game + " have no gradient"
		if have := c.League.LearningRate; have > 0 {
			f.add("league.learning_rate", "must be 0: "+because, fmt.Sprint(have))
		}
		if c.Evolve.Learns() {
			f.add("evolve.follow", "must be ranks: "+because, quoted(c.Evolve.Follow))
		}
	}
	if len(c.Field) == 0 {
		f.add("field", "must name at least one opponent", "none")
	}
	seen := make(map[string]string) // a name as it is compared: the key that it stands under
	c.checkList(games, "field", c.Field, seen, &f)
	c.checkList(games, "holdout", c.Holdout, seen, &f)
	field, _ := c.resolved(games)
	stays := func(word string) bool { return !slices.Contains(Moving(), unweighted(word)) }
	if len(f) == 0 && len(field) > 0 && !slices.ContainsFunc(field, stays) {
		f.add("field", "must name an opponent beside "+strings.Join(Moving(), " and ")+", whom no evidence has", quoted(strings.Join(field, ", ")))
	}
	if len(f) == 0 && len(field) == 0 {
		rule := "must leave at least one opponent that is not held out"
		if len(baselines(games, c.Game)) == 0 {
			rule = "must name a champion file (*.json) or a program, since " + c.Game + " has no baselines"
		}
		f.add("field", rule, "none")
	}
	return f
}

func (c *Config) checkList(games game.Set, under string, list []string, seen map[string]string, f *faults) {
	for i, word := range list {
		at := fmt.Sprintf("%s[%d]", under, i)
		name, weight, err := Weighted(word)
		called, _, program := command.Program(name)
		if program {
			name = called
		}
		switch known, ok := find(games, c.Game, name); {
		case err != nil:
			f.add(at, err.Error(), quoted(word))
			continue
		case ok:
			name = known
		case program:
		case under == "field" && (name == Defaults || slices.Contains(Moving(), name)), name == All, isChampion(name), under == "holdout" && name == Rotation:
		case name == game.Strangers && strangers(games, c.Game):
		default:
			others := []string{All, Rotation}
			if under == "field" {
				others = append([]string{All, Defaults}, Moving()...)
			}
			if strangers(games, c.Game) {
				others = append(others, game.Strangers)
			}
			rule := fmt.Sprintf("must be an opponent of %s (%s), %s, a champion file (*.json), or a program (NAME: COMMAND)",
				c.Game, strings.Join(baselines(games, c.Game), ", "), strings.Join(others, ", "))
			if near := key.Nearest(name, append(baselines(games, c.Game), others...)); near != "" {
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
