package view

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/results/report"
)

// missingParts is the number of estimates of the gradient that its interval comes from.
const missingParts = 20

// MissingPairs estimates the gradient of a genome at the optional genes that it has at their defaults, against the
// game's opponents and strangers, each in that many deals.
func MissingPairs(ctx context.Context, g *game.Game, name string, v genome.Vector, deals int, seed uint64, workers int) (*report.Missing, error) {
	field := g.BaselinePlayers()
	if g.Strangers != nil {
		for i := range uint64(len(field)) {
			field = append(field, g.Strangers(seed+i, nil))
		}
	}
	e := &arena.Measurement{
		Arena: arena.New(g, workers), Field: field, Blocks: max(1, deals/missingParts) * len(field), Seed: seed,
		Stage: arena.StageShow, OwnDeals: true,
	}
	out := &report.Missing{Player: name}
	gains := make([][]float64, len(v))
	for part := range uint64(missingParts) {
		got, err := e.Fitness(ctx, []engine.Player{g.Gradient(v)}, missingDeals, part)
		if err != nil {
			return nil, err
		}
		out.Games += got[0].Games
		for i, x := range got[0].Gradient {
			gains[i] = append(gains[i], x)
		}
	}
	for i, x := range g.Schema.Genes {
		if x.Optional && v[i] == x.Default {
			out.Pairs = append(out.Pairs, report.MissingRow{Gene: x.Name, Gain: stats.SampleOf(gains[i]), Doc: x.Doc})
		}
	}
	significance := func(r report.MissingRow) float64 { return math.Abs(r.Gain.Mean) / max(1e-12, r.Gain.High-r.Gain.Low) }
	slices.SortStableFunc(out.Pairs, func(a, b report.MissingRow) int { return cmp.Compare(significance(b), significance(a)) })
	return out, nil
}

// missingDeals keeps these deals apart from others of the stage.
const missingDeals = 0x6d697373
