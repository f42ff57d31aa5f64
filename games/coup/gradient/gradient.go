// Package gradient lets the arena ask Coup's rules for their policy gradient.
package gradient

import (
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/genome/gradient"
)

// Player plays as its rules do, and records trajectories.
type Player struct {
	*rules.Rules
	genes []float64
}

var (
	_ gradient.Player   = Player{}
	_ gradient.Deferred = (*rules.Trajectory)(nil)

	_ gradient.Observer[seat.View, seat.Action] = (*rules.Trajectory)(nil)
)

// New compiles a genome.
func New(genes []float64) Player { return Player{rules.New(genes), genes} }

// NewTrajectory implements gradient.Player.
func (p Player) NewTrajectory() gradient.Trajectory { return rules.NewTrajectory(p.Rules, p.genes) }

// Genes implements gradient.Player.
func (p Player) Genes() int { return len(p.genes) }

// NewObserver compiles a genome, to be told decisions of another player.
func NewObserver(genes []float64) gradient.Observer[seat.View, seat.Action] {
	return rules.NewTrajectory(rules.New(genes), genes)
}
