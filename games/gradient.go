package games

import (
	rules "bloodline/genome/coup"
	"bloodline/genome/gradient"
)

// gradientPlayer plays as its rules do, and records trajectories.
type gradientPlayer struct {
	*rules.Rules
	genes []float64
}

var (
	_ gradient.Player   = gradientPlayer{}
	_ gradient.Deferred = (*rules.Trajectory)(nil)
)

func (p gradientPlayer) NewTrajectory() gradient.Trajectory {
	return rules.NewTrajectory(p.Rules, p.genes)
}

func (p gradientPlayer) Genes() int { return len(p.genes) }
