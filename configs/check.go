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
func (c *Config) Validate(n Names) error { return c.check(n).err() }

func (c *Config) check(n Names) (f faults) {
	for _, e := range key.Check(c) {
		f.add(e.Field, e.Rule, fmt.Sprint(e.Have))
	}
	for _, e := range checkEvolve(c.Evolve) {
		if e.Key = "evolve." + e.Key; !f.has(e.Key) {
			f = append(f, e)
		}
	}
	f = append(f, c.checkNames(n)...)
	if c.Game == command.Name {
		for _, p := range c.Command.Check() {
			if key := "command." + p.Key; !f.has(key) {
				f.add(key, p.Rule, p.Have)
			}
		}
	}
	if v := c.Verdict; v.MinRounds > v.MaxRounds && !f.has("verdict.min_rounds") && !f.has("verdict.max_rounds") {
		f.add("verdict.min_rounds", fmt.Sprintf("must be at most max_rounds (%d)", v.MaxRounds), fmt.Sprint(v.MinRounds))
	}
	if tail := c.Evolve.Distribution.Tail; tail > 0 && c.Budget != (Budget{}) {
		f.add("evolve.distribution.tail", "must be 0 with a budget, which ends runs at any generation", fmt.Sprint(tail))
	}
	return append(f, c.checkLeague()...)
}

func (c *Config) checkLeague() (f faults) {
	l := c.League
	if len(l.Initial) == 0 {
		f.add("league.initial", "must name at least one", "none")
	}
	if l.LearningRate > 0 && l.LearningRate <= 1 && c.Evolve.Algorithm == evolve.AlgorithmGenetic {
		f.add("league.learning_rate", "must be 0 unless evolve.algorithm is distribution or gradient", fmt.Sprint(l.LearningRate))
	}
	if l.Share > 0 && slices.Contains(evolve.Optimisers(), c.Evolve.Algorithm) {
		f.add("league.share", "must be 0 with algorithm "+c.Evolve.Algorithm, fmt.Sprint(l.Share))
	}
	if l.Share > 0 && l.Share <= 0.9 && l.Round == 0 {
		f.add("league.share", "must be 0 unless league.round says when exploiters are bred", fmt.Sprint(l.Share))
	}
	return f
}

// unread reports the first key of each group of which the settings make nothing: what
// somebody has typed is not ignored in silence.
func (c *Config) unread(set func(key string) bool) (f faults) {
	said := make(map[string]bool)
	for _, s := range c.settings() {
		if rule := c.needs(s.Name); rule != "" && set(s.Name) && !said[rule] {
			said[rule] = true
			f.add(s.Name, rule, fmt.Sprint(s.value()))
		}
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
