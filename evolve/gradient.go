package evolve

import (
	"fmt"
	"math"

	"bloodline/engine/roll"
	"bloodline/engine/stats"
)

// Shares that Adam's moving averages keep in a generation: gradients last some ten generations, squares a hundred.
const beta1, beta2 = 0.9, 0.99

// adam takes the gradient of a generation into the moving averages, and returns how far each gene should move along it
// (cf. Khadka, Tumer 2018, "Evolution-guided policy gradient") by Adam (Kingma, Ba 2015). The standard deviations stay:
// they set the spread of the children, not the length of the step.
//
// It divides a gradient by its usual size, so the unit of a gene does not matter, and rate is in units of the ranges.
//
// M begins at zero without Adam's bias correction, so the first step is a tenth of a full one: exploiters restart each
// round, and a full first step of every gene along a noisy gradient would undo what they have learned. V is corrected,
// or the first steps would be ten times as long.
func (d *Distribution) adam(rate float64, generation int) []float64 {
	moves := make([]float64, len(d.Mean))
	seen := 1 - roll.Exp(float64(generation+1)*roll.Log(beta2))
	for i, x := range d.Gradient {
		d.M[i] = float64(beta1*d.M[i]) + float64((1-beta1)*x)
		d.V[i] = float64(beta2*d.V[i]) + float64((1-beta2)*x*x)
		moves[i] = rate * d.M[i] / (math.Sqrt(d.V[i]/seen) + 1e-12)
	}
	d.Gradient = nil
	return moves
}

// rate is the learning rate; it falls as 1/n, so the mean moves far enough and comes to rest (Robbins, Monro 1951).
func (b *breeder) rate(generation int) float64 {
	c := b.cfg
	if c.HalfLife == 0 {
		return c.LearningRate
	}
	return c.LearningRate / (1 + float64(generation)/float64(c.HalfLife))
}

// keepGradient puts the mean gradient of the children that were drawn in g, weighted by games, into the distribution. It
// is an error if a child has none. Without children it is zero, and only Adam's momentum moves the mean.
//
// Gradients need independent samples: with equal deals and rolls children mostly repeat one another's games. So the
// evaluator gives each its own deals, and subtracts the mean of the generation before: 2 points more for coup-quick.
func (g *Generation) keepGradient(fs []stats.Fitness) error {
	games := 0.0
	for i, f := range fs {
		if ind := &g.Individuals[i]; ind.childOf(g.Number) {
			if f.Gradient == nil {
				return fmt.Errorf("individual %s: fitness without a gradient to follow", ind.ID)
			}
			games += float64(f.Games)
		}
	}
	g.Distribution.Gradient = make([]float64, len(g.Distribution.Mean))
	for i, f := range fs {
		if !g.Individuals[i].childOf(g.Number) {
			continue
		}
		share := float64(f.Games) / games
		for k, x := range f.Gradient {
			g.Distribution.Gradient[k] += float64(share * x)
		}
	}
	return nil
}

// updateDistribution updates a distribution by the measured samples of last. A mean that follows the gradient stops at
// the bounds: genomes beyond one are mirror images, for which the gradient points the wrong way.
func (b *breeder) updateDistribution(d *Distribution, last *Generation) {
	const minRanked = 4 // how many children must be ranked to move the distribution
	if b.cfg.FollowsGradient() {
		for i, move := range d.adam(b.rate(last.Number), last.Number) {
			d.Mean[i] = max(0, min(1, d.Mean[i]+move))
		}
	} else if points := b.rankedPoints(last); len(points) >= minRanked {
		d.moveByRanks(points)
	}
	b.holdBack(d, d.Mean, last.Number)
	if b.startsRound(last.Number+1) && !b.cfg.FollowsGradient() {
		widen(d.SD, roundStep)
	}
}
