package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// searchSepCMA is CMA-ES with a diagonal matrix (Ros, Hansen 2008), from the defaults: it learns a step for each gene
// and nothing about pairs of genes. For 300 genes it is some hundred times as fast as with the full matrix. Constants
// are those of Hansen's tutorial (arXiv:1604.00772), the learning rates of the matrix times (n+2)/3.
func searchSepCMA(m *meter) ([]*candidate, error) {
	return climb(m, newDiagonal(m.schema.Point(m.schema.Default()), startSD, m.batch, source(m.seed)))
}

// diagonal is the state of a search: points are mean + sigma·sqrt(c)·z.
type diagonal struct {
	rng         *rand.Rand
	weights     []float64
	mueff       float64
	cs, ds      float64 // of the step: cumulation and damping
	cc, c1, cmu float64 // of the matrix: cumulation, rank one, rank mu
	chi         float64 // expected length of a standard normal vector

	mean       []float64
	sigma      float64
	c          []float64 // variances
	ps, pc     []float64 // evolution paths
	generation int
}

func newDiagonal(mean []float64, sigma float64, population int, rng *rand.Rand) *diagonal {
	n := float64(len(mean))
	d := &diagonal{
		rng: rng, weights: recombination(population), mean: mean, sigma: sigma,
		c: slices.Repeat([]float64{1}, len(mean)), ps: make([]float64, len(mean)), pc: make([]float64, len(mean)),
	}
	squares := 0.0
	for _, w := range d.weights {
		squares += w * w
	}
	mu := 1 / squares
	d.mueff = mu
	d.cs = (mu + 2) / (n + mu + 5)
	d.ds = 1 + 2*max(0, math.Sqrt((mu-1)/(n+1))-1) + d.cs
	d.cc = (4 + mu/n) / (n + 4 + 2*mu/n)
	faster := (n + 2) / 3
	d.c1 = min(0.5, faster*2/((n+1.3)*(n+1.3)+mu))
	d.cmu = min(1-d.c1, faster*2*(mu-2+1/mu)/((n+2)*(n+2)+mu))
	d.chi = math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))
	return d
}

func (d *diagonal) Ask() ([]float64, error) {
	x := make([]float64, len(d.mean))
	for i := range x {
		x[i] = d.mean[i] + d.sigma*math.Sqrt(d.c[i])*d.rng.NormFloat64()
	}
	return x, nil
}

func (d *diagonal) Tell(points [][]float64) error {
	d.generation++
	next := weighted(d.weights, points)
	length := 0.0
	for i := range next {
		z := (next[i] - d.mean[i]) / (d.sigma * math.Sqrt(d.c[i]))
		d.ps[i] = (1-d.cs)*d.ps[i] + math.Sqrt(d.cs*(2-d.cs)*d.mueff)*z
		length += d.ps[i] * d.ps[i]
	}
	length = math.Sqrt(length)
	d.learn(points, next, length)
	d.mean = next
	d.sigma *= math.Exp(d.cs / d.ds * (length/d.chi - 1))
	return nil
}

// learn updates the variances. The path pauses while the step size grows fast, as at the start of a search.
func (d *diagonal) learn(points [][]float64, next []float64, length float64) {
	n := float64(len(next))
	stalled := length/math.Sqrt(1-math.Pow(1-d.cs, 2*float64(d.generation))) >= (1.4+2/(n+1))*d.chi
	for i := range next {
		d.pc[i] *= 1 - d.cc
		kept := 1 - d.c1 - d.cmu
		if stalled {
			kept += d.c1 * d.cc * (2 - d.cc)
		} else {
			d.pc[i] += math.Sqrt(d.cc*(2-d.cc)*d.mueff) * (next[i] - d.mean[i]) / d.sigma
		}
		squares := 0.0
		for k, w := range d.weights {
			y := (points[k][i] - d.mean[i]) / d.sigma
			squares += w * y * y
		}
		d.c[i] = kept*d.c[i] + d.c1*d.pc[i]*d.pc[i] + d.cmu*squares
	}
}
