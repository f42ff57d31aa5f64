// Package wojna is Wojna deklarowana, in runs of forty deals. docs/how-it-works.md lists its parts.
package wojna

import (
	"embed"

	"bloodline"
	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/arena/portrait"
	"bloodline/configs"
	"bloodline/docs"
	"bloodline/engine"
	"bloodline/games/wojna/baselines"
	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/strangers"
	"bloodline/games/wojna/table"
	"bloodline/results/champions"
)

//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var sources embed.FS

// Game describes the game to bloodline, with its bot, opponents and referee.
func Game() bloodline.Game {
	return decisions.Fill(bloodline.Game{
		Table:     table.New(),
		Version:   rules.Version,
		Baselines: baselines.All(),
		Strangers: arena.Family(strangers.New),
		Unmet: []game.Family{
			{Name: "fixed styles", Draw: arena.Family(strangers.NewFixed)},
			{Name: "players that learn", Draw: arena.Family(strangers.NewLearner)},
			{Name: "both kinds", Draw: arena.Family(strangers.NewMixed)},
		},
		Portrait:  func(p engine.Player) portrait.Probe { return newProbe(p) },
		Human:     decisions.Seat(table.Game{Deals: 1}),
		Replay:    replay,
		Contest:   Contest{table.New()},
		Source:    &bloodline.Source{Module: "bloodline/games/wojna", Files: sources, Protocol: seat.Protocol},
		RunFiles:  configs.Files,
		Champions: champions.Files,
		Manual:    docs.Wojna,
		Deals:     table.Deals,
	})
}
