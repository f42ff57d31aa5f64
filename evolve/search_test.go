package evolve_test

import (
	"math"
	"math/rand/v2"

	"bloodline/genome"
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
