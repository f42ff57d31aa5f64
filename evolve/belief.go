package evolve

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/stats"
)

// Belief is the posterior distribution of a genome's true fitness, a normal distribution.
type Belief struct {
	Mean float64
	SE   float64
}

// Posterior returns the posterior of a measurement with normal noise, the product of two normal densities. It pulls the
// best of many noisy samples back toward the prior's mean, so luck is not taken for strength.
func (prior Belief) Posterior(f stats.Fitness) Belief {
	pv, fv := square(prior.SE), square(f.SE)
	if fv == 0 {
		return Belief{Mean: f.Mean}
	}
	w := pv / (pv + fv)
	return Belief{Mean: prior.Mean + float64(w*(f.Mean-prior.Mean)), SE: math.Sqrt(w * fv)}
}

// square converts its product to float64, since a compiler that fuses it with an addition rounds otherwise.
func square(x float64) float64 { return float64(x * x) }

// Pool adds a measurement to those before it, each weighted by its games.
func Pool(a, b stats.Fitness) stats.Fitness {
	n, m := float64(a.Games), float64(b.Games)
	return stats.Fitness{
		Mean:  (float64(n*a.Mean) + float64(m*b.Mean)) / (n + m),
		SE:    math.Sqrt(square(n*a.SE)+square(m*b.SE)) / (n + m),
		Games: a.Games + b.Games,
	}
}

// newcomerPrior estimates the distribution of newcomers' true fitness: their mean, and their variance less the noise's,
// kept above a hundredth of the noise, so that the order of equally measured newcomers never disappears.
func newcomerPrior(fs []stats.Fitness) Belief {
	if len(fs) == 0 {
		return Belief{}
	}
	mean, sd := moments(fs)
	noise := 0.0
	for _, f := range fs {
		noise += square(f.SE) / float64(len(fs))
	}
	return Belief{Mean: mean, SE: math.Sqrt(math.Max(square(sd)-noise, noise/100))}
}

func moments(fs []stats.Fitness) (mean, sd float64) {
	for _, f := range fs {
		mean += f.Mean / float64(len(fs))
	}
	for _, f := range fs {
		sd += square(f.Mean - mean)
	}
	return mean, math.Sqrt(sd / float64(max(1, len(fs)-1)))
}

// believe gives every individual of g, measured but not yet believed, its pooled fitness and its belief. before is nil
// for generation 0 and for the first one of a round: then every individual is a newcomer.
//
// The prior of an individual before its measurement: for an elite, its belief so far; for a newcomer, the mean and
// spread of its siblings in this generation; for the averaged individual, the belief of the last one, widened by the
// spread of a newcomer. An elite that would have more than most games, if there are so few, stays as it was.
func believe(g, before *Generation, most int64) {
	var newcomers []stats.Fitness
	for _, ind := range g.Individuals {
		if ind.Born == g.Number && ind.Operator != OpAveraged {
			newcomers = append(newcomers, ind.Fitness)
		}
	}
	siblings := newcomerPrior(newcomers)
	last, hasLast := averagedOf(before)
	if g.Island > 0 {
		last, hasLast = Individual{Belief: g.Distribution.Belief}, g.Distribution.Averaged != ""
	}
	for i := range g.Individuals {
		ind := &g.Individuals[i]
		switch {
		case before != nil && ind.playsAgain(g, ind.Fitness, most):
		case ind.Born < g.Number && before != nil:
			ind.Pooled, ind.Belief = Pool(ind.Pooled, ind.Fitness), ind.Belief.Posterior(ind.Fitness)
		case ind.Operator == OpAveraged && hasLast:
			ind.Pooled = ind.Fitness
			ind.Belief = Belief{last.Belief.Mean, math.Sqrt(square(siblings.SE) + square(last.Belief.SE))}.Posterior(ind.Fitness)
		default:
			ind.Pooled, ind.Belief = ind.Fitness, siblings.Posterior(ind.Fitness)
		}
	}
}

// believeFew is [believe] for runs of few games, in which all games of an individual count alike. parentFitness has, by
// the IDs of newcomers, the games of their parents, which count as the newcomers' own. Where points are not shares of
// wins, the prior is worth six games like those of the whole generation: see [PosteriorOfFew].
func believeFew(g, before *Generation, most int64, parentFitness map[string]stats.Fitness, winShares bool) {
	believe(g, before, most)
	var all stats.Fitness
	for _, ind := range g.Individuals {
		all = Pool(all, ind.Pooled)
	}
	posterior := PosteriorOfFew(all, winShares)
	for i := range g.Individuals {
		ind := &g.Individuals[i]
		ind.Belief = posterior(Pool(parentFitness[ind.ID], ind.Pooled))
	}
}

// PosteriorOfFew returns the posterior after few games: that of a win probability or, where points are no shares of
// wins, one whose prior is worth six games like all of those that are given.
func PosteriorOfFew(all stats.Fitness, winShares bool) func(stats.Fitness) Belief {
	if winShares {
		return betaPosterior
	}
	prior := stats.Fitness{Mean: all.Mean, SE: all.SE * math.Sqrt(float64(all.Games)/6), Games: 6}
	return func(f stats.Fitness) Belief {
		f = Pool(prior, f)
		return Belief{f.Mean, f.SE}
	}
}

// betaPosterior is the belief after few games of 0 to 1 points, a beta distribution's mean and standard deviation; its
// prior is three won and three lost games. Few results are often equal, so the measured standard error isn't used.
func betaPosterior(f stats.Fitness) Belief {
	n := float64(f.Games) + 6
	mean := (float64(float64(f.Games)*f.Mean) + 3) / n
	return Belief{mean, math.Sqrt(max(0, mean*(1-mean)) / (n + 1))}
}

// averagedOf finds the averaged individual that was born in g.
func averagedOf(g *Generation) (Individual, bool) {
	if g != nil {
		for _, ind := range g.Individuals {
			if ind.Operator == OpAveraged && ind.Born == g.Number {
				return ind, true
			}
		}
	}
	return Individual{}, false
}

// byBelief returns the individuals best first; among equals the earlier place.
func byBelief(all []Individual) []Individual {
	ranked := slices.Clone(all)
	slices.SortStableFunc(ranked, func(a, b Individual) int { return cmp.Compare(b.Belief.Mean, a.Belief.Mean) })
	return ranked
}
