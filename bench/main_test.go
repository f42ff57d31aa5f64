package main

import (
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/c-bata/goptuna/cmaes"
)

// peak is a game of four genes whose score falls with the square of the distance from 0.3.
type peak struct{ spent int64 }

func (p *peak) Evaluate(_ context.Context, _ evolve.GenerationInfo, vs []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(vs))
	for i, v := range vs {
		out[i] = stats.Fitness{Mean: truth(v), Games: 100}
		p.spent += 100
	}
	return out, nil
}

func truth(v genome.Vector) (sum float64) {
	for _, x := range v {
		sum -= (x - 0.3) * (x - 0.3)
	}
	return sum
}

// Each optimiser comes near to a peak, within its budget.
func TestArms(t *testing.T) {
	s := &genome.Schema{Game: "peak", Version: 1}
	for _, name := range []string{"a.w", "a.x", "a.y", "a.z"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "a", Doc: "d", Unit: "u", Max: 1, Default: 0.9})
	}
	all, err := choose("", 20, 4)
	if err != nil || len(all) != 4 {
		t.Fatal(all, err)
	}
	for _, a := range all {
		p := new(peak)
		best, spent, err := search(t.Context(), a, task{s, p, 1, 30_000})
		if err != nil {
			t.Fatal(a.name, err)
		}
		if from := truth(s.Default()); truth(best) < 0.1*from || p.spent > 30_000 || spent != p.spent {
			t.Errorf("%s: %v at %v after %d games, the defaults have %v", a.name, truth(best), best, p.spent, from)
		}
	}
}

// The mean of the better half is weighted as goptuna has it, which keeps its mean in the slice that it was given, but
// for the 1e-8 that it adds each time.
func TestRecombination(t *testing.T) {
	for _, population := range []int{4, 5, 20, 33} {
		mean := []float64{0.5, 0.2, 0.9, 0.1, 0.4, 0.3, 0.7, 0.6}
		o, err := cmaes.NewOptimizer(mean, 0.2, cmaes.OptimizerOptionPopulationSize(population))
		if err != nil {
			t.Fatal(err)
		}
		weights := evolve.LogWeights(population/2, float64(population+1)/2)
		for range 5 {
			var points [][]float64
			want := make([]float64, len(mean))
			for k := range population {
				x, err := o.Ask()
				if err != nil {
					t.Fatal(err)
				}
				if points = append(points, x); k < len(weights) {
					for i := range x {
						want[i] += weights[k] * x[i]
					}
				}
			}
			if err := (fullCMA{o}).Tell(points); err != nil {
				t.Fatal(err)
			}
			for i := range mean {
				if math.Abs(mean[i]-want[i]) > 1.01e-8 {
					t.Fatalf("population %d: want %v, have %v", population, want, mean)
				}
			}
		}
	}
}

// A short comparison of a shipped run file has a row for each arm.
func TestCompare(t *testing.T) {
	var out strings.Builder
	set := []string{"evolve.population=8", "evolve.generations=3", "evidence.deals=50"}
	if err := compare(t.Context(), &out, "coup-quick", set, "random,tpe", 2); err != nil {
		t.Fatal(err)
	}
	for _, arm := range []string{"breed", "random", "tpe"} {
		if !strings.Contains(out.String(), "\n"+arm+" ") {
			t.Errorf("no row of %s:\n%s", arm, &out)
		}
	}
	if _, err := choose("ga", 8, 4); err == nil || err.Error() != `-arms: unknown "ga" (have random, sep-cma, cma-full, tpe)` {
		t.Error(err)
	}
}
