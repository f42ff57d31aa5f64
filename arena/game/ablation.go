package game

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// Ablated is the loss of a genome when a gene or a group is set to its defaults.
type Ablated struct {
	Genes    string  `json:"name"` // of a gene, or of a group
	Group    bool    `json:"group"`
	Loss     float64 `json:"loss"` // points a game lost without them
	Low      float64 `json:"low"`  // 95 % interval
	High     float64 `json:"high"`
	NoEffect bool    `json:"no_effect"` // the score of no deal changed
	Change   float64 `json:"change"`    // of a deal's points, up or down: root mean square

	Against []stats.Figure `json:"-"` // the losses against each opponent, in the order of the field
}

// Ablator measures how many points each gene and each group of genes earns, by the same deals with and without it.
type Ablator struct {
	*arena.Measurement
	Schema  *genome.Schema
	Compile func(genome.Vector) engine.Player
}

// AblationPlays returns how often a genome plays the deals of [Ablator.Measure].
func AblationPlays(s *genome.Schema, genes genome.Vector) int {
	rows, _ := cuts(s, genes)
	return len(rows) + (len(rows)+ablationBatch-1)/ablationBatch // the genome itself in each batch
}

// cuts lists the genome without each group and without each gene that is not at its default.
func cuts(s *genome.Schema, genes genome.Vector) (rows []Ablated, variants []genome.Vector) {
	cut := func(name string, group bool, hit func(i int) bool) {
		var changed []int
		for i, g := range s.Genes {
			if hit(i) && genes[i] != g.Default {
				changed = append(changed, i)
			}
		}
		if v, _ := s.AtDefaults(genes, changed...); changed != nil {
			rows, variants = append(rows, Ablated{Genes: name, Group: group}), append(variants, v)
		}
	}
	for _, group := range s.Groups() {
		cut(group, true, func(i int) bool { return s.Genes[i].Group == group })
	}
	for k, g := range s.Genes {
		cut(g.Name, false, func(i int) bool { return i == k })
	}
	return rows, variants
}

const ablationBatch = 32 // keeps the results of a long list small

// Measure returns the groups, then at most so many genes, those furthest from their defaults, in the schema's order,
// without those at their defaults. With [genome.Schema.WithDefaults] it compares two genomes.
func (a Ablator) Measure(ctx context.Context, genes genome.Vector, most int) ([]Ablated, error) {
	out := []Ablated{}
	var vectors []genome.Vector
	rows, all := cuts(a.Schema, genes)
	far := furthest(a.Schema, genes, most)
	for i, r := range rows {
		if r.Group || far[r.Genes] {
			out, vectors = append(out, r), append(vectors, all[i])
		}
	}
	for begin := 0; begin < len(out); begin += ablationBatch {
		part := out[begin:min(begin+ablationBatch, len(out))]
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
			t := a.Arena.Lead([]stats.Tally{d.Diff}, stats.Level).Opposite()
			r.Loss, r.Low, r.High, r.NoEffect = t.Mean, t.Low, t.High, d.Diff.MeanSquare() == 0
			r.Change = math.Sqrt(d.Diff.MeanSquare()) / a.Arena.Unit()
			for _, one := range d.By {
				r.Against = append(r.Against, a.Arena.Lead([]stats.Tally{one.Diff}, stats.Level).Opposite())
			}
		}
	}
	return out, nil
}

// furthest names the n genes that are furthest from their defaults, in shares of their ranges.
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
