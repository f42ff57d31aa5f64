package league

import (
	"context"
	"errors"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
)

// triedDeals is how many deals are played twice to see whether games repeat.
const triedDeals = 2

// Try plays a few deals of the defaults against each opponent: played twice, they tell
// whether games repeat. Without programs they do, and nothing is played.
func (e *Evaluator) Try(ctx context.Context) ([]arena.Result, error) {
	players, names := e.tried()
	if len(players) < 2 {
		return nil, nil
	}
	out, err := e.Arena.Play(ctx, players, arena.Gauntlet{
		Candidates: 1, Field: len(players) - 1, Seats: e.Arena.Info().Seats,
		Blocks: triedDeals * (len(players) - 1), Seed: e.Seed,
	})
	var play *arena.PlayError
	if errors.As(err, &play) {
		play.Name = func(player int) string { return names[player] }
	}
	return out, err
}

// tried returns who plays the deals that are played twice: nobody where no program plays.
func (e *Evaluator) tried() (players []engine.Player, names []string) {
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

// TriedGames returns how many games it takes to see whether games repeat.
func (e *Evaluator) TriedGames() int64 {
	players, _ := e.tried()
	return int64(2*triedDeals*max(0, len(players)-1)) * int64(e.Arena.Info().Seatings())
}
