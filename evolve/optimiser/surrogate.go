package optimiser

import (
	"math"
	"math/rand/v2"

	"bloodline/evolve/surrogate"
	"bloodline/genome"
)

// searchSurrogate fits a model to all games so far and measures next the best genome of a model
// drawn from the posterior (Thompson sampling). It is for few games
// and few genes: the model has a weight for every pair of genes. The first batch is drawn evenly
// from the ranges. Every other one begins with the optimum of the model so far.
func searchSurrogate(m *meter) ([]*candidate, error) {
	rng := rand.NewPCG(source(m.Seed).Uint64(), domain)
	var model *surrogate.Model
	var all []surrogate.Observation
	optima := [][]float64{m.Schema.Point(m.Schema.Default())}
	for m.searches(m.batch) {
		batch := propose(m.Schema, m.batch, model, optima[len(optima)-1], rng)
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

// propose returns the next batch: the best so far, points that may be better, and some drawn
// evenly from the ranges. The last cost the champion nothing that could be measured, and tell
// more of which parameters matter.
func propose(schema *genome.Schema, n int, model *surrogate.Model, best []float64, rng *rand.PCG) []*candidate {
	batch := []*candidate{{genes: schema.Express(best)}}
	for len(batch) < n {
		genes := schema.Random(rand.New(rng))
		if model != nil && len(batch) < n-n/3 {
			genes = schema.Express(model.Draw(rng).Optimum(best))
		}
		batch = append(batch, &candidate{genes: genes})
	}
	return batch
}

// finalsOf returns who meets in the play-off: the defaults, the last optimum and the mean
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
