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
func TestSimplified(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1}
	for _, name := range []string{"good", "bad"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "g", Unit: "u", Min: 0, Max: 10, Default: 2, Doc: "d"})
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var g evolve.Generation
	for range 60 {
		v := s.Random(rng)
		g.Individuals = append(g.Individuals, evolve.Individual{Genes: v, Fitness: evolve.Fitness{Mean: 0.5 + v[0]/30 - v[1]/30, Games: 40}})
	}
	all := []*evolve.Generation{&g}
	if got := simplified(s, engine.Info{Max: 1}, genome.Vector{8, 9}, all); !slices.Equal(got, genome.Vector{8, 2}) {
		t.Errorf("have %v, want only the second at its default", got)
	}
	if got := simplified(s, engine.Info{Max: 1}, genome.Vector{8, 2}, all); got != nil {
		t.Errorf("every change pays, have %v", got)
	}
	s.Genes = slices.Repeat(s.Genes, 30)
	if simplified(s, engine.Info{Max: 1}, nil, all) != nil {
		t.Error("60 parameters are modelled")
	}
}
