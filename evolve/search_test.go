package evolve_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

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
	{"mu-lambda-sa", selfAdaptive},
	{"mu-lambda-csa", cumulative},
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

type sampled struct {
	v       genome.Vector
	step, f float64
}

// sampleAround draws n children of a mean, best first.
func sampleAround(l *landscape, mean genome.Vector, n, generation int, step func() float64, rng *rand.Rand) []sampled {
	out := make([]sampled, n)
	for i := range out {
		s := step()
		v := l.schema.Vary(mean, s, rng)
		out[i] = sampled{v, s, l.sample(generation, v).Mean}
	}
	slices.SortFunc(out, func(a, b sampled) int { return cmp.Compare(b.f, a.f) })
	return out
}

// selfAdaptive is the (mu/mu, lambda)-sigma-SA-ES.
func selfAdaptive(l *landscape, n, generations int, seed uint64) genome.Vector {
	rng := rand.New(rand.NewPCG(seed, 13))
	mean, step := l.schema.Default(), 0.2
	for g := range generations {
		best := sampleAround(l, mean, n, g, func() float64 { return step * math.Exp(0.1*rng.NormFloat64()) }, rng)[:n/4]
		var vs []genome.Vector
		log := 0.0
		for _, child := range best {
			vs, log = append(vs, child.v), log+math.Log(child.step)/float64(len(best))
		}
		mean, step = l.schema.Mean(vs), max(0.01, math.Exp(log))
	}
	return mean
}

// cumulative is the (mu/mu_w, lambda)-ES with cumulative step-size adaptation
// (Hansen, Ostermeier 2001), the core of CMA-ES without its matrix.
func cumulative(l *landscape, n, generations int, seed uint64) genome.Vector {
	rng := rand.New(rand.NewPCG(seed, 14))
	mean, step, mu := l.schema.Default(), 0.15, n/2
	weights, sum, squares := make([]float64, mu), 0.0, 0.0
	for i := range weights {
		weights[i] = math.Log(float64(mu)+0.5) - math.Log(float64(i+1))
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
		squares += weights[i] * weights[i]
	}
	dims, mueff := float64(len(mean)), 1/squares
	c := (mueff + 2) / (dims + mueff + 5)
	path := make([]float64, len(mean))
	for g := range generations {
		best := sampleAround(l, mean, n, g, func() float64 { return step }, rng)
		length := 0.0
		for i := range mean {
			next := 0.0
			for k, w := range weights {
				next += w * best[k].v[i]
			}
			path[i] = (1-c)*path[i] + math.Sqrt(c*(2-c)*mueff)*(next-mean[i])/4/step
			length += path[i] * path[i]
			mean[i] = next
		}
		step = min(0.5, step*math.Exp(c/(1+c)*(math.Sqrt(length/dims)-1)))
	}
	return mean
}
