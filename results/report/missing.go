package report

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
)

// Missing estimates, for each pair of features that a player does not weigh, what a weight would gain.
type Missing struct {
	Player string       `json:"player"`
	Games  int64        `json:"games"`
	Pairs  []MissingRow `json:"pairs"` // the most significant first
}

// MissingRow is a pair of features.
type MissingRow struct {
	Gene string       `json:"gene"`
	Gain stats.Sample `json:"gain"` // points a game by a weight of 1, to first order: the policy gradient
	Doc  string       `json:"doc"`
}

// missingParts is the number of estimates of the gradient that its interval comes from.
const missingParts = 20

// MissingPairs estimates the gradient of a genome at the optional genes that it has at their defaults, against the
// game's opponents and strangers, each in that many deals.
func MissingPairs(ctx context.Context, g *game.Game, name string, v genome.Vector, deals int, seed uint64, workers int) (*Missing, error) {
	field := g.Field()
	if g.Strangers != nil {
		for i := range uint64(len(field)) {
			field = append(field, g.Strangers(seed+i, nil))
		}
	}
	e := &arena.Evaluator{
		Arena: arena.New(g, workers), Field: field, Blocks: max(1, deals/missingParts) * len(field), Seed: seed,
		Stage: arena.StageShow, OwnDeals: true,
	}
	out := &Missing{Player: name}
	gains := make([][]float64, len(v))
	for part := range uint64(missingParts) {
		got, err := e.MeanPoints(ctx, []engine.Player{g.Gradient(v)}, missingDeals, part)
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
			out.Pairs = append(out.Pairs, MissingRow{x.Name, stats.SampleOf(gains[i]), x.Doc})
		}
	}
	significance := func(r MissingRow) float64 { return math.Abs(r.Gain.Mean) / max(1e-12, r.Gain.High-r.Gain.Low) }
	slices.SortStableFunc(out.Pairs, func(a, b MissingRow) int { return cmp.Compare(significance(b), significance(a)) })
	return out, nil
}

// missingDeals keeps these deals apart from others of the stage.
const missingDeals = 0x6d697373

// Table has a row for each pair, or for the first twenty.
func (m *Missing) Table(s engine.Scale, all bool) *Table {
	t := &Table{Columns: []string{"not weighed", ">" + s.Unit + " by 1", ">95 % interval", "a positive weight"}}
	rows := m.Pairs
	if !all {
		rows = rows[:min(len(rows), mostDifferent)]
	}
	for _, r := range rows {
		t.Add(r.Gene, s.Show(r.Gain.Mean), s.Span(r.Gain.Low, r.Gain.High), r.Doc)
	}
	t.Title = Paragraph("what a weight of 1 for each pair of features that %s does not weigh would gain, to first order: the policy gradient (how points change with the weights) of %s games", m.Player, Count(m.Games))
	if len(rows) == 0 {
		t.Note("There is none: it weighs all pairs of features that meet in a move.")
	}
	return t
}
