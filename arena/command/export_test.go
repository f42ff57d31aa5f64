package command

import (
	"context"

	"bloodline/engine"
)

// Play plays a game once, whatever the book says.
func (g *Game) Play(ctx context.Context, seed uint64, bots []*Bot) (engine.Ranking, error) {
	t := g.NewSlowTable().(*table)
	defer t.Close()
	return t.playOnce(ctx, seed, bots)
}
