package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
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
				at[t.Key()] = len(out.Trials)
				out.Trials = append(out.Trials, t)
				continue
			}
			if f := &out.Trials[k].Fitness; ind.Fitness.Games > 0 {
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
	for i := range out.Trials {
		out.Trials[i].Champion = out.Trials[i].Key() == own.Key()
	}
	report.EstimateTrials(g.Info().Scale(), out.Trials)
	return out, nil
}

// FailureCount counts the games in which programs fail: the bot, whatever its genes, the opponents, and the referee.
type FailureCount struct {
	All    []report.Failures // the bot first, the referee last
	Number map[string]int    // of an opponent by its command line: its place in All; others are the bot's
}

// CountFailures returns the count of a game, without games; nil where no programs play.
func CountFailures(g *game.Game) *FailureCount {
	if g.Stored == nil {
		return nil
	}
	f := &FailureCount{All: []report.Failures{{Program: "the bot"}}, Number: map[string]int{}}
	for _, b := range g.Baselines {
		if b.Name == configs.Defaults {
			continue
		}
		f.Number[command.Line(b.Player)] = len(f.All)
		f.All = append(f.All, report.Failures{Program: b.Name})
	}
	f.All = append(f.All, report.Failures{Program: "the referee"})
	return f
}

// Referee counts in which games the referee fails.
func (f *FailureCount) Referee() *report.Failures { return &f.All[len(f.All)-1] }

// AddReferee counts a game, and reports whether the referee failed in it.
func (f *FailureCount) AddReferee(wrong []string) bool {
	r := f.Referee()
	last, failed := command.RefereeFailed(wrong)
	if r.Games++; failed {
		r.Failed, r.Last = r.Failed+1, last
	}
	return failed
}

// Add counts a game, and returns for each of its programs whether a seat of it was without fault. A game in which the
// referee failed says nothing about the others.
func (f *FailureCount) Add(seats, wrong []string) map[int]bool {
	if f.AddReferee(wrong) {
		return map[int]bool{len(f.All) - 1: false}
	}
	sound, failed := map[int]bool{len(f.All) - 1: true}, map[int]bool{}
	for seat, line := range seats {
		i := f.Number[line]
		b := &f.All[i]
		if _, again := sound[i]; !again {
			b.Games++
		}
		sound[i] = sound[i] || wrong[seat] == ""
		if wrong[seat] == "" {
			continue
		}
		if b.Last = wrong[seat]; !failed[i] {
			failed[i], b.Failed = true, b.Failed+1
		}
	}
	return sound
}

// ReadFailures returns the programs that failed in games of a run, the bot first and the referee last, with the values
// of the bot that explain these failures: see [report.ExplainFailures].
func ReadFailures(s Source, g *game.Game, run string) ([]report.Failures, error) {
	f := CountFailures(g)
	if f == nil {
		return nil, nil
	}
	at := map[string]int{} // places of the bot's command lines
	var lines []string
	causes := []*cause{{of: &f.All[0], groups: map[string]int{}}, {of: f.Referee(), groups: map[string]int{}}}
	err := s.Games(run, func(p store.PlayedGame) error {
		f.Add(p.Seats, p.Errors)
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
		guilty, innocent := causes[0], causes[1]
		if _, referee := command.RefereeFailed(p.Errors); referee {
			guilty, innocent = innocent, guilty
		}
		guilty.add(p, trials, wrong)
		innocent.add(p, trials, nil)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, c := range causes {
		if len(c.failed) > 0 {
			f.explain(g, lines, c)
		}
	}
	return slices.DeleteFunc(f.All, func(f report.Failures) bool { return f.Failed == 0 }), nil
}

// cause collects the games in which the bot fails, or the referee.
type cause struct {
	of     *report.Failures
	failed []store.PlayedGame
	wrong  [][]int        // places of the trials that failed in each of them
	groups map[string]int // places of games by their trials
	games  []report.Matchup
}

// add adds a game of some trials, of which some failed.
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
func (f *FailureCount) explain(g *game.Game, lines []string, c *cause) {
	const mostSettings = 3 // how many trials are listed if nothing explains the failures
	of, failed, wrong := c.of, c.failed, c.wrong
	var trials []report.Trial
	for _, line := range lines {
		if v, ok := g.Stored.Genes(line); ok {
			trials = append(trials, report.NewTrial(g.Schema, v))
		}
	}
	k := len(failed) - 1
	if len(trials) == len(lines) {
		of.Region = report.ExplainFailures(g.Schema, trials, c.games)
	}
	for r := of.Region; r != nil && !slices.ContainsFunc(wrong[k], func(i int) bool { return r.Has(&trials[i]) }); {
		k-- // there are failures in the region
	}
	for _, i := range slices.Concat(wrong...) {
		if text := parameterWords(g.Stored.Settings.Bot, lines[i]); of.Region == nil && len(of.Settings) < mostSettings && !slices.Contains(of.Settings, text) {
			of.Settings = append(of.Settings, text)
		}
	}
	p := failed[k]
	for seat, line := range p.Seats {
		if f.Number[line] == 0 && p.Errors[seat] != "" {
			of.Last, _ = command.RefereeFailed(p.Errors[seat : seat+1])
			of.BotCommand = line
		}
	}
	of.Seed, of.Map = g.Stored.SeedAndMap(p.Seed)
	of.ReplayCommand = g.Stored.ReplayCommand(p.Seed, p.Seats)
}

// programResult sums up the games of a program in a run; a game counts for each of its seats.
type programResult struct {
	line   string
	games  int64
	points float64 // in all of them
	failed int64   // games in which it failed
}

// ReadTried lists the programs that have played in a run without a generation yet: the opponents, and the settings that
// are tried. It is nil for games without programs.
func ReadTried(s Source, g *game.Game, run string) (*report.Table, error) {
	const mostTried = 30 // how many command lines are listed before the first generation is recorded
	if g.Stored == nil {
		return nil, nil
	}
	var all []*programResult
	at := map[string]*programResult{}
	err := s.Games(run, func(p store.PlayedGame) error {
		scores := g.Stored.Outcome(p.Ranking).Score
		for seat, line := range p.Seats {
			x := at[line]
			if x == nil {
				x = &programResult{line: line}
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
	slices.SortStableFunc(all, func(a, b *programResult) int {
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

// parameterWords is the part of a bot's command line from its first parameter to its last, without the folders of
// files, and with three digits of a number.
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
