package store

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"bloodline/genome"
	"bloodline/genome/gene"
)

// Any genome comes back from its bytes exactly: on a grid of any size, at the bounds, and where
// no grid has it; around the generation's centre and far from it.
func TestCoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &genome.Schema{Genes: make([]gene.Gene, rapid.IntRange(1, 40).Draw(t, "genes"))}
		low := rapid.Float64Range(-1e6, 1e6)
		width := rapid.OneOf(rapid.Float64Range(1e-6, 1e6), rapid.SampledFrom([]float64{1, 6, 0.3, 1000}))
		for i := range s.Genes {
			s.Genes[i].Min = low.Draw(t, "low")
			s.Genes[i].Max = s.Genes[i].Min + width.Draw(t, "width")
		}
		c := newCoder(s)
		halvings := rapid.IntRange(0, 40).Draw(t, "halvings")
		var all []genome.Vector
		for range rapid.IntRange(1, 4).Draw(t, "genomes") {
			v := make(genome.Vector, len(s.Genes))
			if rapid.Bool().Draw(t, "on a grid") {
				steps := make([]int64, len(v))
				for i := range steps {
					steps[i] = rapid.Int64Range(0, 1<<halvings).Draw(t, "step")
				}
				v = s.AtSteps(steps, halvings)
			} else {
				for i, g := range s.Genes {
					v[i] = rapid.OneOf(rapid.Float64Range(g.Min, g.Max), rapid.SampledFrom([]float64{g.Min, g.Max})).Draw(t, "value")
				}
			}
			all = append(all, v)
		}
		around := c.centre(all)
		for _, v := range append(all, all[0][1:]) { // the last has a gene too few
			have, err := c.unpack(c.pack(v, around), around)
			if err != nil || !slices.Equal(have, v) {
				t.Fatalf("%v became %v (%v)", v, have, err)
			}
		}
	})
}
