// Package samurai is Negotiate and Conquer of SamurAI Coding 2014. docs/how-it-works.md lists its parts.
package samurai

import (
	"embed"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/portrait"
	"bloodline/configs"
	"bloodline/docs"
	"bloodline/engine"
	"bloodline/games/samurai/baselines"
	"bloodline/games/samurai/rules"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/strangers"
	"bloodline/games/samurai/table"
	"bloodline/results/champions"
)

//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var sources embed.FS

// Game describes the game to bloodline, with its bot, opponents and referee.
func Game() bloodline.Game {
	return decisions.Fill(bloodline.Game{
		Table:     table.Game{},
		Version:   rules.Version,
		Baselines: baselines.All(),
		Strangers: arena.Family(strangers.New),
		Portrait:  func(p engine.Player) portrait.Probe { return newProbe(p) },
		Replay:    replay,
		Contest:   contest,
		Source:    &bloodline.Source{Module: "bloodline/games/samurai", Files: sources, Protocol: seat.Protocol},
		RunFiles:  configs.Files,
		Champions: champions.Files,
		Manual:    docs.Samurai,
	})
}
