package run

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// A higher value of the first parameter is better and of the second worse:
// what was changed for the worse goes back, what pays stays.
func TestSimplify(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1}
	for _, name := range []string{"good", "bad"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "g", Unit: "u", Min: 0, Max: 10, Default: 2, Doc: "d"})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var all []evolve.Individual
	for range 60 {
		v := s.Random(rng)
		all = append(all, evolve.Individual{Genes: v, Fitness: evolve.Fitness{Mean: 0.5 + v[0]/30 - v[1]/30, Games: 40}})
	}
	simpler := simplify(s, engine.Info{Max: 1})
	if got := simpler(genome.Vector{8, 9}, all); !slices.Equal(got, genome.Vector{8, 2}) {
		t.Errorf("have %v, want only the second at its default", got)
	}
	if got := simpler(genome.Vector{8, 2}, all); got != nil {
		t.Errorf("every change pays, have %v", got)
	}
	s.Genes = slices.Repeat(s.Genes, 30)
	if simplify(s, engine.Info{Max: 1}) != nil {
		t.Error("60 parameters are modelled")
	}
}
