package measure_test

import (
	"math"
	"slices"
	"testing"

	"bloodline"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/games/gametest/sticks"
	"bloodline/genome"
	"bloodline/internal/guard"
	"bloodline/small"
)

// In Sticks a player that leaves multiples of four wins. A pair that says so stays; one of a millionth of its
// weight is left out.
func TestEvaluator_Prune(t *testing.T) {
	set, err := bloodline.Resolve(bloodline.Small(sticks.Pairs, nil))
	guard.Must(t, err)
	g := set[0]
	s := measure.Settings{Seed: 1, Fitness: measure.FitnessSettings{Deals: 100}, Evidence: measure.EvidenceSettings{Deals: 1000}, Evolve: evolve.DefaultConfig()}
	prune := func(v genome.Vector) (genome.Vector, *measure.Evaluator) {
		t.Helper()
		e := measure.New(g, s, 2, []measure.Opponent{{Name: "Greedy", Player: g.Baselines[0].Player}}, nil)
		out, p, err := e.Prune(t.Context(), v, 1)
		guard.Must(t, err)
		left := 0
		for i := range out {
			if out[i] != v[i] {
				left++
			}
		}
		if (p == nil) != (left == 0) || p != nil && (p.LeftOut != left || p.Cost.Low > 0 || p.Cost.High < 0 || math.IsNaN(p.Cost.Mean)) {
			t.Errorf("%d left out of %v, have %+v", left, v, p)
		}
		if e.Games() > e.FigureGames() {
			t.Errorf("%d games, at most %d announced", e.Games(), e.FigureGames())
		}
		return out, e
	}
	// four, few, four×few, four×late, few×few, few×late
	if got, _ := prune(genome.Vector{0, 0, 0, 2, 0, 1e-6}); !slices.Equal(got, genome.Vector{0, 0, 0, 2, 0, 0}) {
		t.Errorf("have %v", got)
	}
	if got, _ := prune(genome.Vector{0, 0, 0, 0, 1e-6, 1e-6}); !slices.Equal(got, make(genome.Vector, 6)) {
		t.Errorf("nothing earns anything, have %v", got)
	}
	if got, e := prune(genome.Vector{5, 1, 0, 0, 0, 0}); !slices.Equal(got, genome.Vector{5, 1, 0, 0, 0, 0}) || e.Games() > 0 {
		t.Errorf("nothing to leave out: have %v, %d games", got, e.Games())
	}
}

// A run of few games moves no pair; one of many does.
func TestEvaluator_few(t *testing.T) {
	set, err := bloodline.Resolve(bloodline.Small(small.WithPairs(sticks.Game), nil))
	guard.Must(t, err)
	g := set[0]
	for deals, moves := range map[int]bool{600: false, 700: true} {
		s := measure.Settings{Seed: 1, Fitness: measure.FitnessSettings{Deals: deals}, Evidence: measure.EvidenceSettings{Deals: 100}, Evolve: evolve.DefaultConfig()}
		s.Evolve.Generations, s.Evolve.Population = 3, 10 // 60 games a deal
		s.Verdict = measure.VerdictSettings{Margin: 0.01, Alpha: 0.05, Beta: 0.05, MinRounds: 2, MaxRounds: 2}
		e := measure.New(g, s, 2, []measure.Opponent{{Name: "Greedy", Player: g.Baselines[0].Player}}, nil)
		start := genome.Vector{1, 0, 0.5, -0.1}
		e.StartAt(start)
		r, err := evolve.Run(t.Context(), e.Schema, s.Evolve, e, e, nil, nil)
		guard.Must(t, err)
		last := r.Individuals[len(r.Individuals)-1].Genes
		if got := math.Abs(last[2]-0.5) + math.Abs(last[3]+0.1); (got > 1e-6) != moves {
			t.Errorf("%d deals: pairs moved by %v", deals, got)
		}
		v, _, err := e.Step(t.Context(), last, 1, 0)
		guard.Must(t, err)
		if !moves && v[0] == last[0] && (v[2] != 0.5 || v[3] != -0.1) {
			t.Errorf("handed in with %v", v)
		}
	}
}
