// Package fast is Liar's Dice written for speed, in the five packages of a fast game: seat, table, rules, baselines and
// strangers. A kit describes its decisions, and bloodline makes the rest from it.
package fast

import (
	"embed"

	"bloodline"
	"bloodline/arena/kit"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/entry"

	"liarsdice/fast/baselines"
	"liarsdice/fast/rules"
	"liarsdice/fast/seat"
	"liarsdice/fast/strangers"
	"liarsdice/fast/table"
)

//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var sources embed.FS

// Game describes the game and the bot to bloodline.
func Game() bloodline.Game {
	k := kit.Kit[seat.View, seat.Action]{
		Genes: rules.Genes,
		Rules: func(v []float64) record.Policy[seat.View, seat.Action] { return rules.New(v) },
		Copy:  func(v *seat.View) *seat.View { c := *v; return &c },
		Weigh: func(genes []float64) func(v *seat.View) kit.Weighed[seat.Action] {
			r, w := rules.New(genes), &rules.Weighed{Features: make([]float64, rules.MaxActions*len(genes))}
			return func(v *seat.View) kit.Weighed[seat.Action] {
				r.Weigh(v, w)
				return kit.Weighed[seat.Action]{Answers: w.Actions[:w.N], Shares: w.Shares[:w.N], Features: w.Features[:w.N*len(genes)]}
			}
		},
		Weights: func(p engine.Player) []float64 {
			if r, ok := p.(*rules.Rules); ok {
				return r[:]
			}
			return nil
		},
		Legal: (*seat.View).Actions, Public: true,
		Read: entry.ReadQuestion[seat.View],
	}
	return k.Fill(bloodline.Game{
		Table:     table.Game{},
		Baselines: baselines.All(),
		Strangers: func(seed uint64, _ engine.Player) engine.Player { return strangers.New(seed) },
		Source:    &bloodline.Source{Module: "liarsdice/fast", Files: sources, Protocol: seat.Protocol},
	})
}
