package main

import (
	"embed"

	"bloodline"
	"bloodline/engine"

	"liarsdice/baselines"
	"liarsdice/gradient"
	"liarsdice/referee"
	"liarsdice/rules"
	"liarsdice/seat"
	"liarsdice/table"
)

// source is what exported bots are made of.
//
//go:embed seat/*.go rules/*.go baselines/*.go
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
		Contest:   referee.Contest{},
		RunFiles:  runFiles,
		Source: &bloodline.Source{
			Module:    "liarsdice",
			Files:     source,
			Seat:      "liarsdice/seat",
			Rules:     "liarsdice/rules",
			Baselines: "liarsdice/baselines",
			Protocol:  seat.Protocol,
		},
	}
}

// asked names the situations that inspect counts apart.
func asked(v *seat.View) string {
	last, ok := v.Last()
	switch p := v.Truth(last); {
	case !ok:
		return "opens"
	case p == 1:
		return "faces a bid that its own dice prove"
	case p >= 0.5:
		return "faces a likely bid"
	case p > 0:
		return "faces an unlikely bid"
	}
	return "faces an impossible bid"
}
