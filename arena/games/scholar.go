package games

import (
	"bloodline/engine"
	"bloodline/genome"
	couprules "bloodline/genome/coup"
	couplearn "bloodline/genome/coup/learn"
	"bloodline/genome/gradient"
)

// HasGradient reports whether the game's genomes can estimate their policy gradient.
func (g *Game) HasGradient() bool { return g.gradient != nil }

// GradientPlayer compiles a genome into a player that is a [gradient.Player] too. The
// game must have one. It reads the vector as long as it plays.
func (g *Game) GradientPlayer(v genome.Vector) engine.Player { return g.gradient(v) }

// differentiable adds how a game's genomes estimate their gradient.
func differentiable(g *Game, player func(genome.Vector) engine.Player) *Game {
	g.gradient = player
	return g
}

// coupGradient plays as its rules do, and records trajectories.
type coupGradient struct {
	*couprules.Rules
	genes []float64
}

var _ gradient.Player = coupGradient{}

func newCoupGradient(v genome.Vector) engine.Player {
	return coupGradient{couprules.New(v), v}
}

func (c coupGradient) NewTrajectory() gradient.Trajectory { return couplearn.New(c.Rules, c.genes) }

func (c coupGradient) Genes() int { return len(c.genes) }
