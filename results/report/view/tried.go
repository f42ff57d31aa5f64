package view

import (
	"cmp"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/evolve/store"
	"bloodline/internal/system"
	"bloodline/results/report"
)

const mostTried = 30 // how many command lines are listed before the first generation is recorded

// ProgramResult sums up the games of a program in a run; a game counts for each of its seats.
type ProgramResult struct {
	Line         string // command line
	Games        int64
	Points       float64 // in all of them
	Failed       int64   // games in which it failed
	FailedPoints float64
}

// ReadProgramResults returns the programs that have played in a run; nil for games without programs.
func ReadProgramResults(s Source, g *game.Game, run string) (all []*ProgramResult, err error) {
	if g.Stored == nil {
		return nil, nil
	}
	at := map[string]*ProgramResult{}
	err = s.Games(run, func(p store.PlayedGame) error {
		scores := g.Stored.Outcome(p.Ranking).Score
		for seat, line := range p.Seats {
			x := at[line]
			if x == nil {
				x = &ProgramResult{Line: line}
				at[line], all = x, append(all, x)
			}
			points := float64(scores[seat]) / float64(g.Info().ScoreUnit)
			x.Games, x.Points = x.Games+1, x.Points+points
			if p.Errors[seat] != "" {
				x.Failed, x.FailedPoints = x.Failed+1, x.FailedPoints+points
			}
		}
		return nil
	})
	return all, err
}

// ReadTried lists the programs that have played in a run without a generation yet: the opponents, and the settings that
// are tried. It is nil for games without programs.
func ReadTried(s Source, g *game.Game, run string) (*report.Table, error) {
	all, err := ReadProgramResults(s, g, run)
	if err != nil || g.Stored == nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b *ProgramResult) int {
		return cmp.Compare(b.Points/float64(b.Games), a.Points/float64(a.Games))
	})
	scale := g.Info().Scale()
	t := &report.Table{Columns: []string{"player", ">games", ">" + scale.Unit, ">went wrong in"}}
	for _, x := range all[:min(len(all), mostTried)] {
		name := parameterWords(g.Stored.Settings.Bot, x.Line)
		for _, b := range g.Baselines {
			if command.Line(b.Player) == x.Line {
				name = b.Name
			}
		}
		t.Add(name, report.Count(x.Games), scale.Show(x.Points/float64(x.Games)), report.Count(x.Failed))
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
