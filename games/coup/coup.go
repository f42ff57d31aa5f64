// Package coup is two-player Coup as the contest's arbiter plays it. docs/how-it-works.md lists its parts.
package coup

import (
	"embed"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/portrait"
	"bloodline/configs"
	"bloodline/docs"
	"bloodline/engine"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/strangers"
	"bloodline/games/coup/table"
	"bloodline/results/champions"
)

//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var sources embed.FS

// Game describes the game to bloodline, with its bot, opponents and referee.
func Game() bloodline.Game {
	return decisions.Fill(bloodline.Game{
		Table:       table.Game{},
		Version:     rules.Version,
		Baselines:   baselines.All(),
		Strangers:   arena.Family(strangers.New),
		Portrait:    func(p engine.Player) portrait.Probe { return newProbe(p) },
		Narrate:     narrate,
		Replay:      replay,
		Contest:     Contest{},
		Source:      &bloodline.Source{Module: "bloodline/games/coup", Files: sources, Protocol: seat.Protocol},
		RunFiles:    configs.Files,
		Champions:   champions.Files,
		Manual:      docs.Coup,
		Leaderboard: true,
	})
}
