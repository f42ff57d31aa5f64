package evolve

import (
	"math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"

	"bloodline/engine/roll"
)

// memetic is the algorithm of this name: a genetic algorithm whose individuals learn
// before they breed (Moscato 1989). Two parents are chosen by tournament. Their child
// begins between them, moves a step along the policy gradient that the generation has
// measured, and mutates.
//
// The Distribution describes the children before they mutate: their mean, which the
// moving average follows, and the standard deviation of the mutations.
//
// Parents are of the last generation only (comma selection, Schwefel 1981): survivors of
// earlier ones are measured most often and win tournaments, but they have not learned
// since. At equal games coup-quick has 87.4, 87.2 and 87.4 % (seeds 1 to 3, 60,000 games
// each), with survivors among the parents 87.2, 86.9 and 87.1 %, and with algorithm
// gradient 87.6, 87.3 and 87.6 %; with two opponents held out 88.6, 88.2 and 88.5 %,
// 87.2, 87.3 and 87.4 %, and 87.7, 88.3 and 88.4 %. Mutations are small: a population of
// twenty drifts where a mean does not.
type memetic struct{ sampler }

var _ algorithm = memetic{}

// first makes the defaults and mutations of them.
func (a memetic) first(g *Generation) {
	gradientSearch(a).first(g)
	for i := range g.Individuals[1:] {
		g.Individuals[1+i].Operator = OpVaried
	}
}

// matching is the tournament for a parent: of two contestants. Of four was no better.
var matching = tournament{size: 2}

// next makes elites, the averaged individual and children, in this order.
func (a memetic) next(last, g *Generation) error {
	d := last.Distribution.clone()
	moves := d.adam(a.rate(last.Number), last.Number)
	ranked := byBelief(last.Individuals)
	old := func(ind Individual) bool { return ind.Born < last.Number }
	parents := candidates(slices.DeleteFunc(slices.Clone(ranked), old))
	children := make([]Individual, a.cfg.Population-1-len(a.elites(last, ranked)))
	clear(d.Mean)
	for k := range children {
		rng := rand.New(a.source(g.Number, k))
		child, x, err := a.cross(parents, rng)
		if err != nil {
			return err
		}
		for i := range x {
			x[i] = max(0, min(1, x[i]+moves[i]))
		}
		a.hold(d, x, last.Number)
		for i := range x {
			d.Mean[i] += x[i] / float64(len(children))
			x[i] += float64(d.SD[i] * roll.Normal(rng))
		}
		child.Step, child.Genes = d.step(), a.schema.Express(x)
		children[k] = child
	}
	a.follow(d, last.Number)
	a.extend(d, g.Number)
	a.lead(last, g, d, ranked)
	for _, child := range children {
		a.add(g, child)
	}
	return nil
}

// cross chooses two parents and returns their child without genes, and a point between
// them: each group of genes lies at its own place of the way from one to the other
// (intermediate recombination, Mühlenbein, Schlierkamp-Voosen 1993, by groups).
func (a memetic) cross(parents eaopt.Individuals, rng *rand.Rand) (child Individual, x []float64, err error) {
	chosen, _, err := matching.Apply(2, parents, oldRand(rng))
	if err != nil {
		return child, nil, err
	}
	first, second := chosen[0].Genome.(*carrier).individual, chosen[1].Genome.(*carrier).individual
	child.Operator = OpRecombined
	child.Parents = slices.Compact([]string{first.ID, second.ID})
	x = a.schema.Point(first.Genes)
	share, group := 0.0, ""
	for i, y := range a.schema.Point(second.Genes) {
		if at := a.schema.Genes[i].Group; i == 0 || at != group {
			share, group = rng.Float64(), at
		}
		x[i] += float64(share * (y - x[i]))
	}
	return child, x, nil
}

// measured keeps the mean gradient of the children, which must have one.
func (a memetic) measured(g *Generation, fs []Fitness) error { return a.learn(g, fs) }
