package command

import (
	"context"

	"bloodline/engine"
	"bloodline/internal/system"
)

// Play plays a game once, whatever the book says.
func (g *Game) Play(ctx context.Context, seed uint64, bots []*Bot) (engine.Ranking, error) {
	t := g.NewSlowTable().(*table)
	defer t.Close()
	return t.playOnce(ctx, seed, bots)
}

// Words returns the words of the referee.
func (g *Game) Words() string { return system.Line(g.referee) }
