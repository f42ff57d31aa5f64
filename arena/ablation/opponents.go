package ablation

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
)

// GroupRow is what setting a group of genes to their defaults costs: in all, and
// against each opponent of the field.
type GroupRow struct {
	Row
	Against []stats.Summary `json:"against"` // the losses, in the order of the field
}

// ByOpponent returns the groups of [Measure], with the same figures, and for each
// opponent apart.
func ByOpponent(ctx context.Context, e *arena.Evaluator, s *genome.Schema, genes genome.Vector, player func(genome.Vector) engine.Player) ([]GroupRow, error) {
	var out []GroupRow
	var variants []engine.Player
	rows, vectors := cuts(s, genes)
	for i, r := range rows {
		if r.Group {
			out, variants = append(out, GroupRow{Row: r}), append(variants, player(vectors[i]))
		}
	}
	total, by, err := e.CompareOpponents(ctx, player(genes), variants)
	if err != nil {
		return nil, err
	}
	for i := range out {
		r := &out[i]
		t := loss(e.Arena, total[i])
		r.Loss, r.Low, r.High, r.Silent = t.Mean, t.Low, t.High, total[i].Diff.SumSq == 0
		for _, d := range by[i] {
			r.Against = append(r.Against, loss(e.Arena, d))
		}
	}
	return out, nil
}

// loss turns a difference, variant less player, around.
func loss(a *arena.Arena, d stats.Paired) stats.Summary {
	x := d.Difference(a.Unit(), stats.Level)
	return stats.Summary{Games: d.Diff.N * int64(a.Info().Seats), Mean: -x.Mean, Low: -x.Interval.High, High: -x.Interval.Low}
}
