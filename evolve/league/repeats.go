package league

import (
	"context"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
)

// repeatedDeals is how many deals are played twice to see whether games repeat.
const repeatedDeals = 2

// Repeats plays a few deals of the defaults against each opponent twice and reports
// whether equal games ended alike. Without programs they do, and nothing is played.
func (e *Evaluator) Repeats(ctx context.Context) (bool, error) {
	players := []engine.Player{e.Game.Player(e.Schema.Default())}
	for _, o := range slices.Concat(e.Field, e.Holdout) {
		if o.Player != nil {
			players = append(players, o.Player)
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
	if err != nil {
		return false, err
	}
	again, err := e.Arena.Play(ctx, players, s)
	return slices.Equal(first, again), err
}
