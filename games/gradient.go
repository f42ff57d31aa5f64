package games

import (
	rules "bloodline/genome/coup"
	"bloodline/genome/coup/learn"
	"bloodline/genome/gradient"
)

// gradientPlayer plays as its rules do, and records trajectories.
type gradientPlayer struct {
	*rules.Rules
	genes []float64
}

var _ gradient.Player = gradientPlayer{}

func (p gradientPlayer) NewTrajectory() gradient.Trajectory { return learn.New(p.Rules, p.genes) }

func (p gradientPlayer) Genes() int { return len(p.genes) }
