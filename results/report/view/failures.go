package view

import (
	"fmt"
	"slices"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

// Failures counts in which games programs go wrong: the bot, whose settings are one, and the opponents.
type Failures struct {
	All    []report.Failures // the bot first
	number map[string]int    // of an opponent by its command line; others are the bot's
}

// CountFailures returns the count of a game, without games; nil where no programs play.
func CountFailures(g *game.Game) *Failures {
	if _, ok := g.Table.(*command.Game); !ok {
		return nil
	}
	f := &Failures{All: []report.Failures{{Program: "the bot"}}, number: map[string]int{}}
	for i, b := range g.Baselines[1:] {
		f.number[b.Player.(*command.Bot).CommandLine()] = i + 1
		f.All = append(f.All, report.Failures{Program: b.Name})
	}
	return f
}

// Number returns the place of a command line in All.
func (f *Failures) Number(line string) int { return f.number[line] }

// Add counts a game, and returns of each of its programs whether a seat of it was without fault.
func (f *Failures) Add(seats, wrong []string) map[int]bool {
	sound, failed := map[int]bool{}, map[int]bool{}
	for seat, line := range seats {
		i := f.number[line]
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

// ReadFailures returns the programs that went wrong in games of a run, the bot first, with the values that explain its
// failures: see [report.Explain].
func ReadFailures(s Source, g *game.Game, run string) ([]report.Failures, error) {
	f := CountFailures(g)
	if f == nil {
		return nil, nil
	}
	at := map[string]int{} // places of the bot's command lines
	var lines []string
	var failed []lineage.PlayedGame // of the bot
	var wrong [][]int               // settings in each of them
	groups := map[string]int{}      // places of games by their settings
	var games []report.Matchup
	err := s.Games(run, func(p lineage.PlayedGame) error {
		f.Add(p.Seats, p.Errors)
		var x report.Matchup
		for seat, line := range p.Seats {
			if f.number[line] > 0 {
				continue
			}
			i, known := at[line]
			if !known {
				i, lines = len(lines), append(lines, line)
				at[line] = i
			}
			if x.Settings = append(x.Settings, i); p.Errors[seat] != "" {
				x.Wrong = append(x.Wrong, i)
			}
		}
		if len(x.Settings) == 0 {
			return nil
		}
		if len(x.Wrong) > 0 {
			failed, wrong = append(failed, p), append(wrong, x.Wrong)
		}
		key := fmt.Sprint(x)
		k, known := groups[key]
		if !known {
			k, games = len(games), append(games, x)
			groups[key] = k
		}
		games[k].Games++
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(failed) > 0 {
		f.explain(g, lines, games, failed, wrong)
	}
	return slices.DeleteFunc(f.All, func(f report.Failures) bool { return f.Failed == 0 }), nil
}

// explain says which values of the bot explain its failed games, and how one of these is played again.
func (f *Failures) explain(g *game.Game, lines []string, games []report.Matchup, failed []lineage.PlayedGame, wrong [][]int) {
	contest, bot := g.Table.(*command.Game), &f.All[0]
	var settings []report.Trial
	for _, line := range lines {
		if v, ok := contest.Genes(line); ok {
			settings = append(settings, report.NewTrial(g.Schema, v))
		}
	}
	k := len(failed) - 1
	if len(settings) == len(lines) {
		bot.Region = report.Explain(g.Schema, settings, games)
	}
	for r := bot.Region; r != nil && !slices.ContainsFunc(wrong[k], func(i int) bool { return r.Has(&settings[i]) }); {
		k-- // there are failures in the region
	}
	p := failed[k]
	for seat, line := range p.Seats {
		if f.number[line] == 0 && p.Errors[seat] != "" {
			bot.Last, bot.Line = p.Errors[seat], line
		}
	}
	bot.Seed, bot.Again = p.Seed, contest.Again(p.Seed, p.Seats)
}
