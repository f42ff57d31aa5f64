package optimiser

import (
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
)

// searchSurrogate fits a model to all games so far and measures next the best genome of a model
// drawn from the posterior (Thompson sampling), in a region around the best so far that narrows
// with the games. It is for few games and few genes: the model has a weight for every pair of genes.
// The first batch is drawn evenly from the ranges. Every other one begins with the optimum of the
// model so far.
func searchSurrogate(m *meter) ([]*candidate, error) {
	rng := rand.NewPCG(source(m.Seed).Uint64(), domain)
	var model *surrogate.Model
	var all []surrogate.Observation
	optima := [][]float64{m.Schema.Point(m.Schema.Default())}
	for m.searches(m.batch) {
		batch := propose(m, model, optima[len(optima)-1], rng)
		if !m.measure(m.deals, batch) {
			break
		}
		for _, c := range batch {
			all = append(all, surrogate.Observation{Point: m.Schema.Point(c.genes), Share: c.mean, Games: c.games})
		}
		model = surrogate.Fit(all, len(m.Schema.Genes))
		optima = append(optima, model.Optimum(optima[len(optima)-1]))
		m.best = m.Schema.Express(optima[len(optima)-1])
	}
	return finalsOf(m.Schema, model, optima), nil
}

// propose returns the next batch: the best so far, points in a region around it that may be better, and some drawn
// evenly from the ranges. The last cost the champion nothing that could be measured, and tell more of which
// parameters matter.
func propose(m *meter, model *surrogate.Model, best []float64, rng *rand.PCG) []*candidate {
	batch := []*candidate{{genes: m.Schema.Express(best)}}
	for len(batch) < m.batch {
		genes := m.Schema.Random(rand.New(rng))
		if model != nil && len(batch) < m.batch-m.batch/3 {
			x, half := model.Draw(rng).Optimum(best), region(m.spent, len(genes))
			for i, y := range x {
				x[i] = max(best[i]-half, 0, min(best[i]+half, 1, y))
			}
			genes = m.Schema.Express(x)
		}
		batch = append(batch, &candidate{genes: genes})
	}
	return batch
}

// The region around the best: half of its width in shares of the ranges, at first and at least, and
// the games for each gene after which it is half as wide. The model is a parabola, which fits a
// small part of the space better than all of it.
const (
	regionFirst  = 0.4
	regionLeast  = 0.1
	regionHalved = 125
)

// region returns half the width of the region after a number of games. It does not depend on the
// budget, so that a run with a larger one continues from the same games.
func region(games int64, genes int) float64 {
	return max(regionLeast, regionFirst*roll.Exp(-math.Ln2*float64(games)/float64(regionHalved*genes)))
}

// finalsOf returns the points of the play-off: the defaults, the last optimum and the mean
// of the late ones. Each begins with what the model says of it, counted as the games that
// this is worth.
func finalsOf(schema *genome.Schema, model *surrogate.Model, optima [][]float64) []*candidate {
	points := optima[:1]
	if n := len(optima); n > 1 {
		points = [][]float64{optima[0], optima[n-1]}
		if late := n / 4; late > 1 {
			points = append(points, average(optima[n-late:]))
		}
	}
	var out []*candidate
	for _, x := range points {
		c := &candidate{genes: schema.Express(x)}
		if model != nil {
			share, sd := model.Share(x)
			sd = math.Hypot(sd, doubt)
			c.mean, c.games = share, int64(share*(1-share)/(sd*sd))
		}
		out = append(out, c)
	}
	return out
}

// doubt is the standard deviation of what a model misses of a point's win probability.
const doubt = 0.05
