package view

import (
	"fmt"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

// Failures counts in which games programs go wrong: the bot, whose settings are one, the opponents, and the referee.
type Failures struct {
	All    []report.Failures // the bot first, the referee last
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
	f.All = append(f.All, report.Failures{Program: "the referee"})
	return f
}

// Referee returns the count of the games in which the referee failed.
func (f *Failures) Referee() *report.Failures { return &f.All[len(f.All)-1] }

// refereeFailed returns the last words of a game's referee if it failed, empty if it did not.
func refereeFailed(errors []string) string {
	for _, e := range errors {
		if text, ok := strings.CutPrefix(e, command.RefereeFailed); ok {
			return text
		}
	}
	return ""
}

// Number returns the place of a command line in All.
func (f *Failures) Number(line string) int { return f.number[line] }

// Add counts a game, and returns of each of its programs whether a seat of it was without fault. A game in which the referee
// failed tells nothing of the others.
func (f *Failures) Add(seats, wrong []string) map[int]bool {
	referee := f.Referee()
	referee.Games++
	if text := refereeFailed(wrong); text != "" {
		referee.Failed, referee.Last = referee.Failed+1, text
		return map[int]bool{len(f.All) - 1: false}
	}
	sound, failed := map[int]bool{len(f.All) - 1: true}, map[int]bool{}
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

// failing are the games of a run by the settings of the bot in them, and those that fail for the same reason.
type failing struct {
	groups map[string]int // places of games by their settings
	games  []report.Matchup
	failed []lineage.PlayedGame
	wrong  [][]int // settings in each of them
}

func (x *failing) add(p lineage.PlayedGame, settings, wrong []int) {
	if len(wrong) > 0 {
		x.failed, x.wrong = append(x.failed, p), append(x.wrong, wrong)
	}
	m := report.Matchup{Settings: settings, Wrong: wrong}
	key := fmt.Sprint(m)
	k, known := x.groups[key]
	if !known {
		k, x.games = len(x.games), append(x.games, m)
		x.groups[key] = k
	}
	x.games[k].Games++
}

// ReadFailures returns the programs that went wrong in games of a run, the bot first and the referee last, with the values of
// the bot that explain these failures: see [report.Explain].
func ReadFailures(s Source, g *game.Game, run string) ([]report.Failures, error) {
	f := CountFailures(g)
	if f == nil {
		return nil, nil
	}
	at := map[string]int{} // places of the bot's command lines
	var lines []string
	bot, referee := &failing{groups: map[string]int{}}, &failing{groups: map[string]int{}}
	err := s.Games(run, func(p lineage.PlayedGame) error {
		f.Add(p.Seats, p.Errors)
		var settings, wrong []int
		for seat, line := range p.Seats {
			if f.number[line] > 0 {
				continue
			}
			i, known := at[line]
			if !known {
				i, lines = len(lines), append(lines, line)
				at[line] = i
			}
			if settings = append(settings, i); p.Errors[seat] != "" {
				wrong = append(wrong, i)
			}
		}
		switch {
		case len(settings) == 0:
		case refereeFailed(p.Errors) != "":
			referee.add(p, settings, wrong)
		default:
			bot.add(p, settings, wrong)
			referee.add(p, settings, nil)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	f.explain(&f.All[0], g, lines, bot)
	f.explain(f.Referee(), g, lines, referee)
	return slices.DeleteFunc(f.All, func(f report.Failures) bool { return f.Failed == 0 }), nil
}

// mostSettings is how many settings are told where nothing explains the failures.
const mostSettings = 3

// explain says which values of the bot explain failed games, and how one of these is played again.
func (f *Failures) explain(out *report.Failures, g *game.Game, lines []string, x *failing) {
	if len(x.failed) == 0 {
		return
	}
	contest := g.Table.(*command.Game)
	var settings []report.Trial
	for _, line := range lines {
		if v, ok := contest.Genes(line); ok {
			settings = append(settings, report.NewTrial(g.Schema, v))
		}
	}
	k := len(x.failed) - 1
	if len(settings) == len(lines) {
		out.Region = report.Explain(g.Schema, settings, x.games)
	}
	for r := out.Region; r != nil && !slices.ContainsFunc(x.wrong[k], func(i int) bool { return r.Has(&settings[i]) }); {
		k-- // there are failures in the region
	}
	for _, wrong := range x.wrong {
		for _, i := range wrong {
			if text := setting(contest.Settings.Bot, lines[i]); out.Region == nil && len(out.Settings) < mostSettings && !slices.Contains(out.Settings, text) {
				out.Settings = append(out.Settings, text)
			}
		}
	}
	p := x.failed[k]
	for seat, line := range p.Seats {
		if f.number[line] == 0 && p.Errors[seat] != "" {
			out.Last, out.Line = strings.TrimPrefix(p.Errors[seat], command.RefereeFailed), line
		}
	}
	out.Seed, out.Again = p.Seed, contest.Again(p.Seed, p.Seats)
}
