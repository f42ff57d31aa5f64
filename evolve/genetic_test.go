package evolve_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"bloodline/evolve"
)

// The mean of the children climbs to the optimum, or to the bound before it, and stays
// about as far off as two steps and the drift of a population.
func TestRun_genetic(t *testing.T) {
	b, goal := bowlWithBounds()
	cfg := quick()
	parentsByGradient.set(&cfg)
	cfg.Population, cfg.Generations, cfg.Averaging = 60, 200, 0.2
	cfg.LearningRate, cfg.Sigma = 0.03, 0.005
	k := &keep{}
	if _, err := evolve.Run(context.Background(), b.schema, cfg, b, b, k, nil); err != nil {
		t.Fatal(err)
	}
	for _, g := range k.all[100:] {
		for i, x := range g.Distribution.Mean {
			if off := math.Abs(x - goal[i]); off > 2*cfg.LearningRate {
				t.Errorf("generation %d: gene %d is at %.4f, its optimum at %v", g.Number, i, x, goal[i])
			}
		}
	}
}

// A child has parents that were bred in the generation before, are no averages, and were believed to
// be better than most. Without learning and with hardly any mutation, every gene lies
// between those of the parents, and not all groups at the same place.
func TestRun_geneticParents(t *testing.T) {
	cfg := climbing()
	parentsByGradient.set(&cfg)
	cfg.Population, cfg.Round = 40, 0
	cfg.Sigma, cfg.Decay = 0.2, 0
	_, spread, l := climb(t, cfg, nil)
	before, still := spread[5], cfg
	still.LearningRate, still.Sigma, still.Generations = 1e-12, 1e-9, 7
	for i := range before.Distribution.SD {
		before.Distribution.SD[i] = 1e-9
	}
	k := &keep{}
	if _, err := evolve.Run(context.Background(), l.schema, still, l, l, k, &before); err != nil {
		t.Fatal(err)
	}
	byID, all := map[string]evolve.Individual{}, 0.0
	for _, ind := range before.Individuals {
		byID[ind.ID] = ind
		all += ind.Belief.Mean / float64(len(before.Individuals))
	}
	chosen, n, groupwise := 0.0, 0, false
	for _, ind := range k.all[0].Individuals {
		if ind.Operator != evolve.OpRecombined || ind.Born != k.all[0].Number {
			continue
		}
		if len(ind.Parents) < 1 || len(ind.Parents) > 2 {
			t.Fatalf("%s has parents %v", ind.ID, ind.Parents)
		}
		var points [][]float64
		for _, id := range ind.Parents {
			p, ok := byID[id]
			if !ok || p.Operator == evolve.OpAveraged || p.Born < before.Number {
				t.Fatalf("%s has parent %s by %q", ind.ID, id, p.Operator)
			}
			chosen += p.Belief.Mean
			n++
			points = append(points, l.schema.Point(p.Genes))
		}
		first, last := points[0], points[len(points)-1]
		var places []float64
		for i, x := range l.schema.Point(ind.Genes) {
			low, high := min(first[i], last[i]), max(first[i], last[i])
			if x < low-1e-7 || x > high+1e-7 {
				t.Fatalf("%s: gene %d is at %v, its parents at %v and %v", ind.ID, i, x, first[i], last[i])
			}
			if high-low > 1e-3 {
				places = append(places, (x-first[i])/(last[i]-first[i]))
			}
		}
		groupwise = groupwise || len(places) > 1 && slices.Max(places)-slices.Min(places) > 0.1
	}
	if chosen/float64(n) <= all {
		t.Errorf("parents are believed to win %v, all of them %v: nobody selects", chosen/float64(n), all)
	}
	if !groupwise {
		t.Error("all groups of every child lie at the same place between its parents")
	}
}
