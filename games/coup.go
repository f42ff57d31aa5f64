package games

import (
	"bloodline"
	field "bloodline/arena/baseline/coup"
	"bloodline/arena/game"
	human "bloodline/arena/human/coup"
	"bloodline/arena/portrait"
	portraits "bloodline/arena/portrait/coup"
	referee "bloodline/arena/referee/coup"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	rules "bloodline/genome/coup"
	"bloodline/results"
)

// Coup is two-player Coup as the contest's arbiter plays it.
func Coup() bloodline.Game {
	return bloodline.Game{
		Table:     coup.Game{},
		Version:   rules.Version,
		Genes:     rules.Genes,
		Rules:     func(genes []float64) engine.Player { return rules.New(genes) },
		Gradient:  func(genes []float64) engine.Player { return gradientPlayer{rules.New(genes), genes} },
		Baselines: field.All(),
		Portrait:  func(p engine.Player) portrait.Probe { return portraits.New(p.(seat.Policy)) },
		Human:     human.New,
		Narrate:   human.Narrate,
		Contest:   referee.Contest{},
		Source:    source("coup", seat.Protocol),
		RunFiles:  configs.Files,
		Champions: results.Champions(),
		Fit: &game.Fit{
			Parameters: field.Parameters(), Owners: field.Owners(), Shipped: field.Fitted(),
			Players: func(at []float64) []engine.Player { return players(field.Field(at)) },
		},
	}
}

func players[P any](ps []P) []engine.Player {
	out := make([]engine.Player, len(ps))
	for i, p := range ps {
		out[i] = p
	}
	return out
}

// source is what a bot of a shipped game consists of.
func source(name, protocol string) *bloodline.Source {
	return &bloodline.Source{
		Module: "bloodline", Seat: "bloodline/engine/" + name + "/seat", Rules: "bloodline/genome/" + name,
		Baselines: "bloodline/arena/baseline/" + name, Protocol: protocol,
	}
}
