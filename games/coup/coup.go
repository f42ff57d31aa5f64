// Package coup is two-player Coup as the contest's arbiter plays it. Its parts are
// the packages below; docs/how-it-works.md lists them.
package coup

import (
	"embed"

	"bloodline"
	"bloodline/arena"
	"bloodline/configs"
	"bloodline/engine"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/gradient"
	"bloodline/games/coup/human"
	"bloodline/games/coup/portrait"
	"bloodline/games/coup/referee"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/strangers"
	"bloodline/games/coup/table"
	"bloodline/results/champions"
)

// sources are what exported bots are made of.
//
//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var sources embed.FS

// Game returns the game with everything that bloodline knows of it.
func Game() bloodline.Game {
	return bloodline.Game{
		Table:     table.Game{},
		Version:   rules.Version,
		Genes:     rules.Genes,
		Groups:    groups,
		Rules:     func(genes []float64) engine.Player { return rules.New(genes) },
		Gradient:  func(genes []float64) engine.Player { return gradient.New(genes) },
		Baselines: baselines.All(),
		Strangers: arena.Family(strangers.New),
		Portrait:  portrait.Of,
		Human:     human.New,
		Narrate:   human.Narrate,
		Replay:    replay,
		Clone:     cloning.New,
		Contest:   referee.Contest{},
		Source: &bloodline.Source{
			Module:    "bloodline/games/coup",
			Files:     sources,
			Seat:      "bloodline/games/coup/seat",
			Rules:     "bloodline/games/coup/rules",
			Baselines: "bloodline/games/coup/baselines",
			Strangers: "bloodline/games/coup/strangers",
			Protocol:  seat.Protocol,
		},
		RunFiles:    configs.Files,
		Champions:   champions.Files,
		Leaderboard: true,
	}
}
