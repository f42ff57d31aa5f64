package genome

import (
	"slices"
	"testing"
)

// A gene that doesn't matter in a genome has the same value after every operator, so genomes that differ in it alone are
// one, also with other defaults; and it goes back with the gene that decides.
func TestSchema_when(t *testing.T) {
	s, rng := plain(3), newRand(3)
	mode := &s.Genes[0]
	mode.Words, mode.Min, mode.Max = 2, -0.5, 1.5
	s.Genes[2].When = func(v []float64) bool { return v[0] == 1 }
	s.Genes[2].Else, s.Genes[2].Default = 0.5, 0.5
	begun := s.WithDefaults(Vector{1, 0, 2})
	if have := begun.Default(); !slices.Equal(have, Vector{1, 0, 2}) {
		t.Fatal(have)
	}
	matters := 0
	for range 1000 {
		a, b := s.Random(rng), begun.Random(rng)
		point := s.Point(a)
		s.Mutate(point, []float64{0.3, 0.3, 0.3}, rng)
		for name, v := range map[string]Vector{
			"drawn": a, "begun elsewhere": b, "mutated": begun.AtPoint(point), "crossed": s.AtPoint(s.Recombine(a, b, rng)),
			"varied": s.Vary(b, 0.5, rng), "averaged": s.AtPoint(s.Point(Mean(s, []Vector{a, b}))), "repaired": s.Repair(Vector{0, 1, 2}),
		} {
			if v[0] == 0 && v[2] != 0.5 {
				t.Fatalf("%s: %v", name, v)
			}
			if v[0] == 1 && v[2] != 0.5 {
				matters++
			}
		}
	}
	if matters < 2000 {
		t.Errorf("%d genomes have another value", matters)
	}
	back, genes := s.AtDefaults(Vector{1, 2, 3}, 0)
	if !slices.Equal(back, Vector{0, 2, 0.5}) || !slices.Equal(genes, []int{0, 2}) {
		t.Errorf("set back to %v, genes %v", back, genes)
	}
	if back, genes = begun.AtDefaults(Vector{0, 2, 0.5}, 0); !slices.Equal(back, Vector{1, 2, 0.5}) || !slices.Equal(genes, []int{0}) {
		t.Errorf("from elsewhere set back to %v, genes %v", back, genes)
	}
}
