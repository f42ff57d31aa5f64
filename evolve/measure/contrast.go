package measure

import (
	"context"

	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/engine"
)

// habitDeals is how many deals a player's habits are counted over. A play may have several.
const habitDeals = 4000

// Contrast says in sentences what an exploiter does against a target that the baselines as a whole do not do against
// it; nil where the game counts no habits.
func Contrast(ctx context.Context, g *game.Game, target, exploiter engine.Player, seed uint64) ([]string, error) {
	if g.Portrait == nil {
		return nil, nil
	}
	plays := habitDeals / max(1, g.Deals)
	mine, err := habits(ctx, g, target, exploiter, plays, seed)
	if err != nil || mine == nil {
		return nil, err
	}
	var all [][]portrait.Cell
	for _, p := range g.BaselinePlayers() {
		hs, err := habits(ctx, g, target, p, plays/4, seed)
		if err != nil {
			return nil, err
		}
		all = append(all, hs)
	}
	return portrait.Contrast(mine, portrait.Average(all), 6), nil
}

// habits returns the portrait of a player over games against the target.
func habits(ctx context.Context, g *game.Game, target, p engine.Player, plays int, seed uint64) ([]portrait.Cell, error) {
	probe, _, err := g.Observe(ctx, p, []engine.Player{target}, plays, seed)
	if err != nil {
		return nil, err
	}
	return portrait.Habits(probe), nil
}
