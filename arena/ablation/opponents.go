package ablation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// MeasureSome is [Ablator.Measure] of the groups and of at most the given number of genes, those furthest from their
// defaults.
func (a Ablator) MeasureSome(ctx context.Context, genes genome.Vector, most int) ([]Row, error) {
	far := furthest(a.Schema, genes, most)
	return a.measure(ctx, genes, func(r Row) bool { return r.Group || far[r.Genes] })
}

// batch keeps the results of a long list small.
const batch = 32

// measure plays the rows that are to be kept.
func (a Ablator) measure(ctx context.Context, genes genome.Vector, keep func(Row) bool) ([]Row, error) {
	out := []Row{}
	var vectors []genome.Vector
	rows, all := cuts(a.Schema, genes)
	for i, r := range rows {
		if keep(r) {
			out, vectors = append(out, r), append(vectors, all[i])
		}
	}
	for begin := 0; begin < len(out); begin += batch {
		part := out[begin:min(begin+batch, len(out))]
		var variants []engine.Player
		for _, v := range vectors[begin : begin+len(part)] {
			variants = append(variants, a.Compile(v))
		}
		got, err := a.Compare(ctx, a.Compile(genes), variants)
		if err != nil {
			return nil, err
		}
		for i := range part {
			r, d := &part[i], got[i]
			t := loss(a.Arena, d.Paired)
			r.Loss, r.Low, r.High, r.Silent = t.Mean, t.Low, t.High, d.Diff.SumSq == 0
			r.Change = math.Sqrt(float64(d.Diff.SumSq)/float64(max(d.Diff.N, 1))) / float64(a.Arena.Unit())
			for _, one := range d.By {
				r.Against = append(r.Against, loss(a.Arena, one))
			}
		}
	}
	return out, nil
}

// furthest names the n genes that are furthest from their defaults, in shares of their
// ranges.
func furthest(s *genome.Schema, genes genome.Vector, n int) map[string]bool {
	all := slices.Clone(s.Genes)
	shift := map[string]float64{}
	for i, g := range all {
		shift[g.Name] = math.Abs(genes[i]-g.Default) / (g.Max - g.Min)
	}
	slices.SortStableFunc(all, func(a, b gene.Gene) int { return cmp.Compare(shift[b.Name], shift[a.Name]) })
	far := map[string]bool{}
	for _, g := range all[:min(n, len(all))] {
		far[g.Name] = true
	}
	return far
}

// loss turns a difference, variant less player, around.
func loss(a *arena.Arena, d stats.Paired) stats.Summary {
	x := d.Difference(a.Unit(), stats.Level)
	return stats.Summary{Games: d.Diff.N * int64(a.Info().Seatings()), Mean: -x.Mean, Low: -x.Interval.High, High: -x.Interval.Low}
}
