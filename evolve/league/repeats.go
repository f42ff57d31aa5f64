package league

import (
	"context"
	"errors"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
)

// repeatedDeals is how many deals are played twice to see whether games repeat.
const repeatedDeals = 2

// Repeats plays a few deals of the defaults against each opponent twice and reports
// whether equal games ended alike. Without programs they do, and nothing is played.
func (e *Evaluator) Repeats(ctx context.Context) (bool, error) {
	players, names := []engine.Player{e.Game.Player(e.Schema.Default())}, []string{"the bot"}
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		if o.Player != nil {
			players, names = append(players, o.Player), append(names, o.Name)
		}
	}
	if !arena.Programs(players) || len(players) < 2 {
		return true, nil
	}
	s := arena.Gauntlet{
		Candidates: 1, Field: len(players) - 1, Seats: e.Arena.Info().Seats,
		Blocks: repeatedDeals * (len(players) - 1), Seed: e.Seed,
	}
	first, err := e.Arena.Play(ctx, players, s)
	var again []arena.Result
	if err == nil {
		again, err = e.Arena.Play(ctx, players, s)
	}
	var play *arena.PlayError
	if errors.As(err, &play) {
		play.Name = func(player int) string { return names[player] }
	}
	return slices.Equal(first, again), err
}
