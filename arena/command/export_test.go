package command

import (
	"context"
	"time"

	"bloodline/engine"
	"bloodline/internal/system"
)

// Play plays a game once, whatever the book says.
func (g *Game) Play(ctx context.Context, seed uint64, bots []*Bot) (engine.Ranking, error) {
	t := g.NewSlowTable().(*table)
	defer t.Close()
	return t.playOnce(ctx, seed, bots)
}

// SetBack sets the clock back for the games that wait to be played again.
func (s *Simulator) SetBack(by time.Duration) {
	for i := range s.replays.waiting {
		s.replays.waiting[i].second += int64(by / time.Second)
	}
}

// Words returns the words of the referee.
func (g *Game) Words() string { return system.Line(g.referee) }
