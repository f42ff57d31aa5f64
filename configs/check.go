package configs

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/internal/setting"
)

// checkRules reports values that do not fit together. Values out of range, which are reported already, are not judged
// again. Programs of a recorded file, which may not be trusted yet, are not compiled.
func (c *Config) checkRules(games game.Set, out setting.Errors, recorded bool) (f setting.Errors) {
	if c.Game == command.Name && out.Has("command.style") {
		return nil // what the other keys must be depends on it
	}
	rule := func(broken bool, key, rule string, have any) {
		if broken {
			f.Add(key, rule, have)
		}
	}
	rule(c.Evolve.Proximal > 0 && c.Evolve.Tail == 0, "evolve.proximal", "must be 0 without a tail", c.Evolve.Proximal)
	f = append(f, c.checkNames(games)...)
	if c.Game == command.Name {
		for _, p := range c.Command.Check(!recorded) {
			f.Add("command."+p.Key, p.Rule, p.Have)
		}
	}
	v, l := c.Verdict, c.League
	rule(v.MinRounds > v.MaxRounds && !out.Has("verdict.max_rounds"),
		"verdict.min_rounds", fmt.Sprintf("must be at most max_rounds (%d)", v.MaxRounds), v.MinRounds)
	rule(c.Evolve.Tail > 0 && c.Budget != (Budget{}),
		"evolve.tail", "must be 0 with a budget, which ends runs at any generation", c.Evolve.Tail)
	most := 1.0
	if c.Game == command.Name && c.Command.Points == command.PointsScore {
		most = max(0, c.Command.ScoreHigh)
	}
	rule(c.Budget.Until > most, "budget.until", fmt.Sprintf("must be in [0, %g]", most), c.Budget.Until)
	rule(len(c.Start) == 0, "start", "must name at least one", "none")
	rule(len(c.Start) > c.Evolve.Population,
		"start", fmt.Sprintf("must be at most %d, which evolve.population is", c.Evolve.Population), len(c.Start))
	rule(len(l.Initial) == 0, "league.initial", "must name at least one", "none")
	rule(l.Share > 0 && c.Evolve.Algorithm == evolve.AlgorithmPlus, "league.share", "must be 0 with algorithm "+c.Evolve.Algorithm, l.Share)
	rule(l.Share > 0 && l.PerRound > 0 && c.Game == command.Name && !c.Simulator(),
		"league.exploiters", "must be 0 in a contest of programs", l.PerRound)
	rule(l.Share > 0 && c.Evolve.Algorithm != evolve.AlgorithmPlus && c.Game == command.Name && (c.Alone() || c.Command.Seat > 0),
		"league.share", "must be 0 with command.seat or command.players 1, since an exploiter would be the bot itself", l.Share)
	rule(l.Share > 0 && l.Round == 0,
		"league.share", "must be 0 unless league.round says when exploiters are bred", l.Share)
	return slices.DeleteFunc(f, func(e *setting.Error) bool { return out.Has(e.Key) })
}

func (c *Config) checkNames(games game.Set) (f setting.Errors) {
	g, ok := games.ByName(c.Game)
	if ok = ok && g.Name() == c.Game; !ok && c.Game != command.Name {
		f.Add("game", "must be one of "+strings.Join(gameNames(games), ", "), quoteText(c.Game))
		return f
	}
	if !ok || g.Gradient == nil {
		because := "the rules of " + c.Game + " have no gradient"
		if have := c.League.LearningRate; have > 0 {
			f.Add("league.learning_rate", "must be 0: "+because, fmt.Sprint(have))
		}
		if c.Evolve.FollowsGradient() {
			f.Add("evolve.follow", "must be ranks: "+because, quoteText(c.Evolve.Follow))
		}
	}
	if c.Alone() { // whose opponents are not read
		return f
	}
	if len(c.Field) == 0 {
		f.Add("field", "must name at least one opponent", "none")
	}
	seen := make(map[string]string) // a name as it is compared: the key that it stands under
	c.checkOpponents(games, "field", c.Field, seen, &f)
	c.checkOpponents(games, "holdout", c.Holdout, seen, &f)
	field, _ := c.resolveOpponents(games)
	stays := func(word string) bool { return !slices.Contains(ChangingPlayers(), unweighted(word)) }
	switch {
	case len(f) > 0:
	case len(field) == 0 && len(baselines(games, c.Game)) == 0:
		f.Add("field", "must name a champion file (*.json) or a program, since "+c.Game+" has no baselines", "none")
	case len(field) == 0:
		f.Add("field", "must leave at least one opponent that is not held out", "none")
	case !slices.ContainsFunc(field, stays):
		rule := "must name an opponent beside champion and varied, which are never part of the evidence"
		f.Add("field", rule, quoteText(strings.Join(field, ", ")))
	}
	return f
}

func (c *Config) checkOpponents(games game.Set, under string, words []string, seen map[string]string, faults *setting.Errors) {
	for i, word := range words {
		at := fmt.Sprintf("%s[%d]", under, i)
		name, weight, err := Weighted(word)
		called, line, program := command.Program(name)
		if program && c.Simulator() {
			_, p := c.Command.Genome(line)
			if called == name { // exec:COMMAND
				p = &setting.Error{Rule: "must be a player of the simulator, NAME: WORD or NAME: {GENE: value}", Have: quoteText(name)}
			}
			if p != nil {
				faults.Add(at, strings.TrimPrefix(p.Key+": "+p.Rule, ": "), p.Have)
				continue
			}
		}
		if program {
			name = called
		}
		switch known, ok := findBaseline(games, c.Game, name); {
		case err != nil:
			faults.Add(at, err.Error(), quoteText(word))
			continue
		case ok:
			name = known
		case program:
		case c.Game == command.Name && !c.Simulator() && LadderTop(name) > 0:
		case under == "field" && (name == Defaults || slices.Contains(ChangingPlayers(), name)), name == All,
			isChampion(name), under == "holdout" && name == Rotation:
		case name == game.Strangers && (c.Simulator() || hasStrangers(games, c.Game)):
		default:
			others := []string{All, Rotation}
			if under == "field" {
				others = append([]string{All, Defaults}, ChangingPlayers()...)
			}
			if hasStrangers(games, c.Game) {
				others = append(others, game.Strangers)
			}
			rule := fmt.Sprintf("must be an opponent of %s (%s), %s, a champion file (*.json), or a program (NAME: COMMAND)",
				c.Game, strings.Join(baselines(games, c.Game), ", "), strings.Join(others, ", "))
			if near := setting.Nearest(name, append(baselines(games, c.Game), others...)); near != "" {
				rule = "unknown opponent of " + c.Game + ", did you mean " + near + "?"
			}
			faults.Add(at, rule, quoteText(name))
			continue
		}
		if weight > 1 && under != "field" {
			faults.Add(at, "must have no weight: breeding never meets it", quoteText(word))
		}
		if other, twice := seen[name]; twice {
			faults.Add(at, "must not stand in "+other+" too", quoteText(name))
			continue
		}
		seen[name] = at
	}
}
