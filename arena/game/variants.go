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
)

// Variants play a genome and variants of it on the same deals, for ablation, curves, gains, pruning and the step.
type Variants struct {
	On      func(candidates []genome.Vector) *arena.Measurement // what plays some of them
	Compile func(genome.Vector) engine.Player
	Genome  genome.Vector
	Own     arena.Against // the genome as it is, on the last deals
	arena   *arena.Arena  // that played them
}

type Variant struct {
	Genes  []int // of which the values differ
	Genome genome.Vector

	Against      arena.Against // on the last deals
	stats.Paired               // the variant and the genome as it is, on all deals
}

// Reset returns a variant with some genes at their defaults, and those that a relation resets with them.
func (v *Variants) Reset(s *genome.Schema, genes ...int) *Variant {
	x := &Variant{}
	x.Genome, x.Genes = s.AtDefaults(v.Genome, genes...)
	return x
}

// Play plays the genome and variants of it on the deals of the coordinates.
func (v *Variants) Play(ctx context.Context, variants []*Variant, coordinates ...uint64) error {
	const variantBatch = 32 // how many genomes are played together, which keeps the results of a long list small
	all := append([]*Variant{{Genome: v.Genome}}, variants...)
	for part := range slices.Chunk(all, variantBatch) {
		var genomes []genome.Vector
		var players []engine.Player
		for _, x := range part {
			genomes, players = append(genomes, x.Genome), append(players, v.Compile(x.Genome))
		}
		m := v.On(genomes)
		got, err := m.MeasureBlocks(ctx, players, coordinates...)
		if err != nil {
			return err
		}
		for i, x := range part {
			x.Against = got[i]
			x.Merge(m.Arena.Paired(x.Against, all[0].Against))
		}
		v.arena = m.Arena
	}
	v.Own = all[0].Against
	return nil
}

// Loss returns how many points a game the genome as it is has more than a variant that was played.
func (v *Variants) Loss(x *Variant) stats.Figure {
	return v.arena.Lead([]stats.Tally{x.Diff}, stats.Level).Opposite()
}

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

	*Variant `json:"-"`
}

// Cuts lists a genome without each group of genes, then without each of at most so many genes, those furthest from their
// defaults, in the schema's order. Genes at their defaults are left out.
func (v *Variants) Cuts(s *genome.Schema, most int) []Ablated {
	out := []Ablated{}
	cut := func(name string, group bool, hit func(i int) bool) {
		var changed []int
		for i, g := range s.Genes {
			if hit(i) && v.Genome[i] != g.Default {
				changed = append(changed, i)
			}
		}
		if changed != nil {
			out = append(out, Ablated{Genes: name, Group: group, Variant: v.Reset(s, changed...)})
		}
	}
	for _, group := range s.Groups() {
		cut(group, true, func(i int) bool { return s.Genes[i].Group == group })
	}
	far := make([]int, len(s.Genes))
	for i := range far {
		far[i] = i
	}
	shift := func(i int) float64 {
		g := &s.Genes[i]
		return math.Abs(v.Genome[i]-g.Default) / (g.Max - g.Min)
	}
	slices.SortStableFunc(far, func(a, b int) int { return cmp.Compare(shift(b), shift(a)) })
	for _, k := range slices.Sorted(slices.Values(far[:min(most, len(far))])) {
		cut(s.Genes[k].Name, false, func(i int) bool { return i == k })
	}
	return out
}

// Ablate plays cuts and fills in their losses. With [genome.Schema.WithDefaults] they compare two genomes.
func (v *Variants) Ablate(ctx context.Context, cuts []Ablated) error {
	var variants []*Variant
	for _, r := range cuts {
		variants = append(variants, r.Variant)
	}
	if len(cuts) == 0 {
		return nil
	}
	if err := v.Play(ctx, variants); err != nil {
		return err
	}
	for i := range cuts {
		r := &cuts[i]
		t := v.Loss(r.Variant)
		r.Loss, r.Low, r.High, r.NoEffect = t.Mean, t.Low, t.High, r.Diff.MeanSquare() == 0
		r.Change = math.Sqrt(r.Diff.MeanSquare()) / v.arena.Unit()
		for _, diff := range v.arena.DifferencesByOpponent(r.Variant.Against, v.Own) {
			r.Against = append(r.Against, v.arena.Lead([]stats.Tally{diff}, stats.Level).Opposite())
		}
	}
	return nil
}
