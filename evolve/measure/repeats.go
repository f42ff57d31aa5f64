package measure

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"bloodline/arena"
	"bloodline/engine"
)

// repeatCheckDeals is how many deals are played twice to see whether games repeat.
const repeatCheckDeals = 2

// PlayRepeatCheck plays a few deals of the defaults against each opponent. Its results are compared with those of a
// second call, to see whether games repeat. Without programs they do, and nothing is played.
func (e *Evaluator) PlayRepeatCheck(ctx context.Context) ([]arena.BlockResult, error) {
	players, names := e.repeatCheckPlayers()
	if len(players) < 2 {
		return nil, nil
	}
	out, err := e.Arena.Play(ctx, players, e.repeatCheckSchedule(len(players)-1))
	return out, arena.NamePlayers(err, func(player int) string { return names[player] })
}

func (e *Evaluator) repeatCheckSchedule(opponents int) arena.Gauntlet {
	return arena.Gauntlet{
		Candidates: 1, Field: opponents, Seats: e.Arena.Info().Seats,
		Blocks: repeatCheckDeals * opponents, Seed: e.Seed,
	}
}

// DescribeDifferences names the opponents against which games of [Evaluator.PlayRepeatCheck] differ when played twice,
// and the likely cause: the players that all differing games have in common. It returns "" if all games repeat.
func (e *Evaluator) DescribeDifferences(first, again []arena.BlockResult) string {
	_, names := e.repeatCheckPlayers()
	differ := make([]int, len(names))
	all := make([]int, len(names))
	schedule := e.repeatCheckSchedule(len(names) - 1)
	for k := range first {
		block := schedule.Block(k)
		for _, player := range block.Lineup[1:e.Arena.Info().Players(block.Seed)] {
			all[player]++
			if first[k] != again[k] {
				differ[player]++
			}
		}
	}
	var with []string
	suspects := slices.Clone(names[1:])
	for i := range names {
		if differ[i] > 0 {
			with = append(with, fmt.Sprintf("%d of %d deals with %s", differ[i], all[i], names[i]))
		} else if all[i] > 0 {
			suspects = slices.DeleteFunc(suspects, func(name string) bool { return name == names[i] })
		}
	}
	switch {
	case len(with) == 0:
		return ""
	case len(suspects) == len(names)-1:
		suspects = []string{"the referee", "the bot"}
	}
	return fmt.Sprintf("equal games end differently (%s): it seems that %s ignores its seed", strings.Join(with, ", "), strings.Join(suspects, " or "))
}

// repeatCheckPlayers returns the players of [Evaluator.PlayRepeatCheck]: none without a program.
func (e *Evaluator) repeatCheckPlayers() (players []engine.Player, names []string) {
	players, names = []engine.Player{e.Game.Player(e.Schema.Default())}, []string{"the bot"}
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		if o.Player != nil {
			players, names = append(players, o.Player), append(names, o.Name)
		}
	}
	if !arena.Programs(players) {
		return nil, nil
	}
	return players, names
}

// RepeatCheckGames returns how many games the two calls of [Evaluator.PlayRepeatCheck] take, or at most the check of a
// simulator.
func (e *Evaluator) RepeatCheckGames() int64 {
	if e.Game.Simulator != nil {
		return min(e.figureGames()/10, mostRepeats)
	}
	players, _ := e.repeatCheckPlayers()
	return int64(2*repeatCheckDeals*max(0, len(players)-1)) * int64(e.Arena.Info().Seatings())
}
