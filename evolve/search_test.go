package evolve_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// searches know nothing of the GA. Each gets n samples in each of some generations.
var searches = []struct {
	name   string
	search func(l *landscape, n, generations int, seed uint64) genome.Vector
}{
	{"random", bestOf(func(l *landscape, rng *rand.Rand) genome.Vector { return l.schema.Random(rng) })},
	{"varied", bestOf(func(l *landscape, rng *rand.Rand) genome.Vector {
		return l.schema.Vary(l.schema.Default(), 0.3*rng.Float64(), rng)
	})},
	{"1+1", onePlusOne},
}

// bestOf is the best sample of as many as there are.
func bestOf(draw func(*landscape, *rand.Rand) genome.Vector) func(*landscape, int, int, uint64) genome.Vector {
	return func(l *landscape, n, generations int, seed uint64) genome.Vector {
		rng := rand.New(rand.NewPCG(seed, 11))
		best, top := genome.Vector(nil), math.Inf(-1)
		for i := range n * generations {
			v := draw(l, rng)
			if f := l.sample(i/n, v).Mean; f > top {
				best, top = v, f
			}
		}
		return best
	}
}

// onePlusOne is the (1+1)-ES with the one-fifth rule; the parent is measured
// again beside every child.
func onePlusOne(l *landscape, n, generations int, seed uint64) genome.Vector {
	rng := rand.New(rand.NewPCG(seed, 12))
	v, step := l.schema.Default(), 0.1
	for i := range n * generations / 2 {
		child := l.schema.Vary(v, step, rng)
		if l.sample(i, child).Mean > l.sample(i, v).Mean {
			v, step = child, step*math.Exp(0.8/12)
		} else {
			step = max(0.01, step*math.Exp(-0.2/12))
		}
	}
	return v
}

// TestRun_strength holds the defaults to what they were chosen for: on a tenth of
// a run's usual budget they beat the best of as many random genomes, and the
// (1+1) evolution strategy, by more than the noise of a measurement.
func TestRun_strength(t *testing.T) {
	const n, generations, seeds = 50, 30, 4
	var ga, start float64
	other := map[string]float64{}
	for seed := range uint64(seeds) {
		l := newLandscape("quadratic", 150, seed)
		cfg := evolve.DefaultConfig()
		cfg.Seed, cfg.Population, cfg.Generations = seed, n, generations
		result, err := evolve.Run(context.Background(), l.schema, cfg, l, l, nil, nil)
		guard.Must(t, err)
		ga += l.truth(result.Champion.Genes) / seeds
		start += l.truth(l.schema.Default()) / seeds
		for _, search := range searches {
			other[search.name] += l.truth(search.search(l, n, generations, seed)) / seeds
		}
	}
	t.Logf("defaults of the schema %.4f, GA %.4f, others %v", start, ga, other)
	for name, reached := range other {
		if ga < reached+0.015 {
			t.Errorf("GA reaches %.4f, %s %.4f", ga, name, reached)
		}
	}
}
