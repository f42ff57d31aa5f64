package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/health"
	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/internal/system"
	"bloodline/results/report"
)

// ReadTrials reads every setting that a run of programs has tried; nil for other games and before the first generation.
func ReadTrials(s Source, g *game.Game, run string, generations int, champion genome.Vector) (*report.Trials, error) {
	if g.Stored == nil || generations == 0 {
		return nil, nil
	}
	out := &report.Trials{Run: run, Genes: report.GeneDocs(g.Schema)}
	at := map[string]int{}
	own := report.NewTrial(g.Schema, champion)
	for n := range generations {
		gen, err := s.Generation(run, n)
		if err != nil {
			return nil, err
		}
		seen := map[string]bool{} // command lines; those of a generation that are alike have the same games
		for _, ind := range gen.Individuals {
			line := g.Stored.Bot(ind.Genes).CommandLine()
			if seen[line] {
				continue
			}
			seen[line] = true
			out.Games += ind.Fitness.Games
			t := report.NewTrial(g.Schema, ind.Genes)
			t.ID, t.Fitness = ind.ID, ind.Fitness
			k, again := at[t.Key()]
			if !again {
				at[t.Key()], out.Trials = len(out.Trials), append(out.Trials, t)
			} else if f := &out.Trials[k].Fitness; ind.Fitness.Games > 0 {
				*f = evolve.Pool(*f, ind.Fitness)
			}
		}
		if gen.Champion.Genes != nil { // else it is that of the generation before
			own.ID = gen.Champion.ID
			t := report.NewTrial(g.Schema, gen.Champion.Genes)
			if k, again := at[t.Key()]; again {
				out.Trials[k].ID = own.ID
			}
		}
	}
	if _, tried := at[own.Key()]; !tried { // without values that went back to the defaults
		out.Trials = append(out.Trials, own)
	}
	defaults := report.NewTrial(g.Schema, g.Schema.Default())
	for i := range out.Trials {
		x := &out.Trials[i]
		x.Champion, x.Default = x.Key() == own.Key(), x.Key() == defaults.Key()
	}
	report.EstimateTrials(g.Info().Scale(), out.Trials)
	return out, nil
}

// ReadFailures returns the programs that failed in games of a run, the bot first and the referee last, with the values
// of the bot that explain these failures: see [report.ExplainFailures].
func ReadFailures(s Source, g *game.Game, run string) ([]report.Failures, error) {
	if g.Stored == nil {
		return nil, nil
	}
	f := health.NewLedger(g.Baselines, configs.Defaults)
	at := map[string]int{} // places of the bot's command lines
	var lines []string
	bot, referee := cause{groups: map[string]int{}}, cause{groups: map[string]int{}}
	err := s.Games(run, func(p store.PlayedGame) error {
		var trials, wrong []int
		for seat, line := range p.Seats {
			if f.Number[line] > 0 {
				continue
			}
			i, known := at[line]
			if !known {
				i, lines = len(lines), append(lines, line)
				at[line] = i
			}
			if trials = append(trials, i); p.Errors[seat] != "" {
				wrong = append(wrong, i)
			}
		}
		guilty, innocent := &bot, &referee
		if f.Add(health.Game(p)) {
			guilty, innocent = innocent, guilty
		}
		guilty.add(p, trials, wrong)
		innocent.add(p, trials, nil)
		return nil
	})
	if err != nil {
		return nil, err
	}
	out := report.Map(f.All, func(f health.Failures) report.Failures { return report.Failures{Failures: f} })
	bot.explain(g, f, lines, &out[0])
	referee.explain(g, f, lines, &out[len(out)-1])
	return slices.DeleteFunc(out, func(f report.Failures) bool { return f.Failed == 0 }), nil
}

// cause collects the games in which the bot fails, or the referee.
type cause struct {
	failed []store.PlayedGame
	wrong  [][]int        // places of the trials that failed in each of them
	groups map[string]int // places of games by their trials
	games  []report.Matchup
}

func (c *cause) add(p store.PlayedGame, trials, wrong []int) {
	if len(trials) == 0 {
		return
	}
	if len(wrong) > 0 {
		c.failed, c.wrong = append(c.failed, p), append(c.wrong, wrong)
	}
	x := report.Matchup{Trials: trials, Failing: wrong}
	key := fmt.Sprint(x)
	k, known := c.groups[key]
	if !known {
		k, c.games = len(c.games), append(c.games, x)
		c.groups[key] = k
	}
	c.games[k].Games++
}

// explain adds the values of the bot that explain failed games, and how one of these is played again.
func (c *cause) explain(g *game.Game, f *health.Ledger, lines []string, of *report.Failures) {
	const mostSettings = 3 // how many trials are listed if nothing explains the failures
	k := len(c.failed) - 1
	if k < 0 {
		return
	}
	var trials []report.Trial
	for _, line := range lines {
		if v, ok := g.Stored.Genes(line); ok {
			trials = append(trials, report.NewTrial(g.Schema, v))
		}
	}
	if len(trials) == len(lines) {
		of.Region = report.ExplainFailures(g.Schema, trials, c.games)
	}
	for r := of.Region; r != nil && !slices.ContainsFunc(c.wrong[k], func(i int) bool { return r.Has(&trials[i]) }); {
		k-- // there are failures in the region
	}
	for _, i := range slices.Concat(c.wrong...) {
		text := parameterWords(g.Stored.Settings.Bot, lines[i])
		if of.Region == nil && len(of.Settings) < mostSettings && !slices.Contains(of.Settings, text) {
			of.Settings = append(of.Settings, text)
		}
	}
	p := c.failed[k]
	for seat, line := range p.Seats {
		if f.Number[line] == 0 && p.Errors[seat] != "" {
			of.Last, _ = command.RefereeFailed(p.Errors[seat : seat+1])
			of.BotCommand = line
		}
	}
	of.Seed, of.Map = g.Stored.SeedAndMap(p.Seed)
	of.ReplayCommand = g.Stored.ReplayCommand(p.Seed, p.Seats)
}

// ReadTried lists the programs that have played in a run without a generation yet; nil for games without programs.
func ReadTried(s Source, g *game.Game, run string) (*report.Table, error) {
	const mostTried = 30 // how many command lines are listed before the first generation is recorded
	if g.Stored == nil {
		return nil, nil
	}
	type result struct { // of a program; a game counts for each of its seats
		line          string
		games, failed int64
		points        float64 // in all of them
	}
	var all []*result
	at := map[string]*result{}
	err := s.Games(run, func(p store.PlayedGame) error {
		scores := g.Stored.Outcome(p.Ranking).Score
		for seat, line := range p.Seats {
			x := at[line]
			if x == nil {
				x = &result{line: line}
				at[line], all = x, append(all, x)
			}
			x.games, x.points = x.games+1, x.points+g.Info().InPoints(float64(scores[seat]))
			if p.Errors[seat] != "" {
				x.failed++
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *result) int {
		return cmp.Compare(b.points/float64(b.games), a.points/float64(a.games))
	})
	scale := g.Info().Scale()
	t := &report.Table{Columns: []string{"player", ">games", ">" + scale.Unit, ">failed in"}}
	for _, x := range all[:min(len(all), mostTried)] {
		name := parameterWords(g.Stored.Settings.Bot, x.line)
		for _, b := range g.Baselines {
			if command.Line(b.Player) == x.line {
				name = b.Name
			}
		}
		t.Add(name, report.Count(x.games), scale.Show(x.points/float64(x.games)), report.Count(x.failed))
	}
	return t, nil
}

// parameterWords is a bot's command line from its first parameter to its last, files without folders, in three digits.
func parameterWords(bot, line string) string {
	form, err := system.Words(bot)
	words, ok := report.ShortWords(line)
	if err != nil || !ok {
		return line
	}
	first := slices.IndexFunc(form, isPlaceholder)
	if first < 0 || len(form) != len(words) {
		return system.Line(words)
	}
	if first > 0 && strings.HasPrefix(form[first-1], "-") {
		first-- // the flag that it is a value of
	}
	for !isPlaceholder(form[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return system.Line(words[first:])
}

func isPlaceholder(word string) bool { return strings.Contains(word, "{") }
