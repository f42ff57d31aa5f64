package main

import (
	"embed"

	"bloodline"
	"bloodline/engine"

	"kuhn/baselines"
	"kuhn/gradient"
	"kuhn/referee"
	"kuhn/rules"
	"kuhn/seat"
	"kuhn/strangers"
	"kuhn/table"
)

// source is what exported bots are made of.
//
//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var source embed.FS

//go:embed *.yaml
var runFiles embed.FS

// game ties the packages together. Only Table, Genes and Rules are required: what is
// left out switches off the commands that need it.
func game() bloodline.Game {
	return bloodline.Game{
		Table:     table.Game{},
		Genes:     rules.Genes,
		Rules:     func(genes []float64) engine.Player { return rules.New(genes) },
		Gradient:  func(genes []float64) engine.Player { return gradient.New(genes) },
		Choices:   bloodline.ChoicesOf((*seat.View).Legal, asked, seat.Action.String),
		Baselines: baselines.All(),
		Strangers: func(seed uint64, _ engine.Player) engine.Player { return strangers.New(seed) },
		Contest:   referee.Contest(),
		RunFiles:  runFiles,
		Source: &bloodline.Source{
			Module:    "kuhn",
			Files:     source,
			Seat:      "kuhn/seat",
			Rules:     "kuhn/rules",
			Baselines: "kuhn/baselines",
			Strangers: "kuhn/strangers",
			Protocol:  seat.Protocol,
		},
	}
}

// asked names the situations that inspect counts apart.
func asked(v *seat.View) string {
	if v.FacesBet() {
		return "faces a bet with " + v.Card.String()
	}
	return "may bet with " + v.Card.String()
}
