package games

import (
	"bloodline"
	field "bloodline/arena/baseline/samurai"
	"bloodline/arena/portrait"
	portraits "bloodline/arena/portrait/samurai"
	referee "bloodline/arena/referee/samurai"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/engine/samurai"
	"bloodline/engine/samurai/seat"
	rules "bloodline/genome/samurai"
	"bloodline/results"
)

// Samurai is Negotiate and Conquer, the game of SamurAI Coding 2014.
func Samurai() bloodline.Game {
	return bloodline.Game{
		Table:     samurai.Game{},
		Version:   rules.Version,
		Genes:     rules.Genes,
		Rules:     func(genes []float64) engine.Player { return rules.New(genes) },
		Baselines: field.All(),
		Portrait:  func(p engine.Player) portrait.Probe { return portraits.New(p.(seat.Policy)) },
		Contest:   referee.Contest{},
		Source:    source("samurai", seat.Protocol),
		RunFiles:  configs.Files,
		Champions: results.Champions(),
	}
}
