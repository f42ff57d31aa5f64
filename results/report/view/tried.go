package view

import (
	"cmp"
	"slices"
	"strings"

	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/arena/program"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

// mostTried is how many command lines are listed before the first generation is recorded.
const mostTried = 30

// ReadTried lists the programs that have played in a run without a generation yet: the opponents, and
// the settings that are tried. It is nil for games without programs.
func ReadTried(s Source, g *game.Game, run string) (*report.Table, error) {
	contest, ok := g.Table.(*command.Game)
	if !ok {
		return nil, nil
	}
	type player struct {
		name          string
		games, faulty int64
		points        float64
	}
	var all []*player
	at := map[string]*player{} // by command lines
	for _, b := range g.Baselines {
		at[b.Player.(*command.Bot).CommandLine()] = &player{name: b.Name}
	}
	err := s.Games(run, func(p lineage.PlayedGame) error {
		scores := contest.Outcome(p.Ranking).Score
		for seat, line := range p.Seats {
			x := at[line]
			if x == nil {
				x = &player{name: setting(contest.Settings.Bot, line)}
				at[line] = x
			}
			if x.games++; x.games == 1 {
				all = append(all, x)
			}
			if p.Errors[seat] != "" {
				x.faulty++
			}
			x.points += float64(scores[seat]) / float64(g.Info().ScoreUnit)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b *player) int { return cmp.Compare(b.points/float64(b.games), a.points/float64(a.games)) })
	scale := g.Info().Scale()
	t := &report.Table{Columns: []string{"player", ">games", ">" + scale.Unit, ">went wrong in"}}
	for _, x := range all[:min(len(all), mostTried)] {
		t.Add(x.name, report.Count(x.games), scale.Show(x.points/float64(x.games)), report.Count(x.faulty))
	}
	return t, err
}

// setting is the part of a bot's command line from its first parameter to its last, without the folders of files, and
// with three digits of a number.
func setting(bot, line string) string {
	form, err := program.Command("", bot)
	words, ok := report.Words(line)
	if err != nil || !ok {
		return line
	}
	first := slices.IndexFunc(form, parameter)
	if first < 0 || len(form) != len(words) {
		return program.Line(words)
	}
	if first > 0 && strings.HasPrefix(form[first-1], "-") {
		first-- // the flag that it is a value of
	}
	for !parameter(form[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return program.Line(words[first:])
}

func parameter(word string) bool { return strings.Contains(word, "{") }
