package games

import (
	"bloodline"
	field "bloodline/arena/baseline/wojna"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	portraits "bloodline/arena/portrait/wojna"
	referee "bloodline/arena/referee/wojna"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/engine/wojna"
	"bloodline/engine/wojna/seat"
	"bloodline/genome/gradient"
	rules "bloodline/genome/wojna"
	"bloodline/genome/wojna/learn"
	"bloodline/results"
)

// Wojna is Wojna deklarowana, in runs of forty deals.
func Wojna() bloodline.Game {
	return bloodline.Game{
		Table:     wojna.New(),
		Version:   rules.Version,
		Genes:     rules.Genes,
		Rules:     func(genes []float64) engine.Player { return rules.New(genes) },
		Gradient:  func(genes []float64) engine.Player { return wojnaGradient{rules.New(genes), genes} },
		Baselines: field.All(),
		Portrait:  func(p engine.Player) portrait.Probe { return portraits.New(p.(seat.Policy)) },
		Contest:   referee.New(),
		Source:    source("wojna", seat.Protocol),
		RunFiles:  configs.Files,
		Champions: results.Champions(),
		Deals:     wojna.Deals,
		Styles:    []game.Style{{Name: "check", Baseline: "Checker"}, {Name: "tight", Baseline: "Tight"}},
	}
}

// wojnaGradient plays as its rules do, and records trajectories.
type wojnaGradient struct {
	*rules.Rules
	genes []float64
}

var _ gradient.Player = wojnaGradient{}

func (p wojnaGradient) NewTrajectory() gradient.Trajectory { return learn.New(p.Rules, p.genes) }

func (p wojnaGradient) Genes() int { return len(p.genes) }
