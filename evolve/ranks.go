package evolve

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/roll"
)

// minRanked is how many children must be ranked to move the distribution.
const minRanked = 4

// moveByRanks is CMA-ES with a diagonal matrix (Ros, Hansen 2008) and active updates (Jastrebski, Arnold 2006), without
// its paths and its common step: with noise like that of a few hundred games they gain nothing.
//
// It moves the mean to where the better half of the children lie, by their ranks, and away from the worse half; each
// gene's variance follows that of the better half about the old mean, less that of the worse. So genes that selection
// cares for narrow, the others stay wide, and a gene that moves one way keeps its standard deviation. points are best
// first.
func (d *Distribution) moveByRanks(points [][]float64) {
	weights, sum := rankWeights(len(points))
	rate := varianceRate(weights, len(d.Mean))
	for i := range d.Mean {
		moved, squares := 0.0, 0.0
		for k, x := range points {
			away := x[i] - d.Mean[i]
			moved += float64(weights[k] * away)
			squares += float64(weights[k] * away * away)
		}
		d.Mean[i] = max(0, min(1, d.Mean[i]+moved/(1+worseWeight)))
		was := square(d.SD[i])
		variance := max(was/2, was+float64(rate*(squares-float64(sum*was))))
		d.SD[i] = max(minSD, min(maxSD, math.Sqrt(variance)))
	}
}

// rankedPoints returns the points of the children of g, best first.
func (b *breeder) rankedPoints(g *Generation) (out [][]float64) {
	children := slices.DeleteFunc(slices.Clone(g.Individuals), func(ind Individual) bool { return !ind.childOf(g.Number) })
	slices.SortStableFunc(children, func(p, q Individual) int { return cmp.Compare(q.Fitness.Mean, p.Fitness.Mean) })
	for _, ind := range children {
		out = append(out, b.schema.Point(ind.Genes))
	}
	return out
}

// worseWeight is the weight of the worse half of the children; that of the better half is 1.
const worseWeight = 0.3

// rankWeights returns the weights of n children, best first, and their sum. Those of the better half are CMA-ES's and
// sum to 1; the worst child has minus [worseWeight] times the weight of the best.
func rankWeights(n int) (weights []float64, sum float64) {
	weights = make([]float64, n)
	half := n / 2
	for k, w := range LogWeights(half, float64(half)+0.5) {
		weights[k], weights[n-1-k] = w, -worseWeight*w
	}
	return weights, 1 - worseWeight
}

// LogWeights returns weights for n points, best first, in proportion to log(zero) - log(rank), ranks from 1; their sum
// is 1. zero is the rank of which the weight would be 0.
func LogWeights(n int, zero float64) []float64 {
	w := make([]float64, n)
	sum := 0.0
	for k := range w {
		w[k] = roll.Log(zero) - roll.Log(float64(k+1))
		sum += w[k]
	}
	for k := range w {
		w[k] /= sum
	}
	return w
}

// varianceRate returns how fast variances learn: twice as fast as in separable CMA-ES, and at most so fast that four
// generations are remembered.
func varianceRate(weights []float64, genes int) float64 {
	squares := 0.0
	for _, w := range weights {
		squares += w * w / (1 + worseWeight) / (1 + worseWeight)
	}
	m, n := 1/squares, float64(genes)
	return max(0, min(0.25, 4*(n+2)/3*(m-2+1/m)/(float64((n+2)*(n+2))+m)))
}
