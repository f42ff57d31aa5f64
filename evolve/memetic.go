package evolve

import (
	"math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"

	"bloodline/genome"
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
	d.Moves = a.moves(d, last.Number)
	ranked := byBelief(last.Individuals)
	old := func(ind Individual) bool { return ind.Born < last.Number }
	parents := candidates(slices.DeleteFunc(slices.Clone(ranked), old))
	first := 1 + len(a.elites(last, ranked)) // place of a child
	children := make([]Individual, a.cfg.Population-first)
	clear(d.Mean)
	for k := range children {
		chosen, err := a.mate(parents, rand.New(a.source(g.Number, first+k)))
		if err != nil {
			return err
		}
		x, rng := d.between(a.schema, a.cfg.Seed, g.Number, first+k, genesOf(chosen))
		for i := range x {
			d.Mean[i] += x[i] / float64(len(children))
		}
		d.mutate(x, rng)
		children[k] = Individual{Operator: OpRecombined, Parents: idsOf(chosen), Step: d.step(), Genes: a.schema.Express(x)}
	}
	a.follow(d, last.Number)
	a.extend(d, g.Number)
	a.lead(last, g, d, ranked)
	for _, child := range children {
		a.add(g, child)
	}
	return nil
}

// moves returns how far the children of the generation after one move: a step along its
// gradient, and what holds the mean back.
func (a memetic) moves(d *Distribution, generation int) []float64 {
	out, held := d.adam(a.rate(generation), generation), slices.Clone(d.Mean)
	a.hold(d, held, generation)
	for i := range out {
		out[i] += held[i] - d.Mean[i]
	}
	return out
}

// mate chooses two parents, which may be the same.
func (a memetic) mate(parents eaopt.Individuals, rng *rand.Rand) ([]Individual, error) {
	chosen, _, err := matching.Apply(2, parents, oldRand(rng))
	if err != nil {
		return nil, err
	}
	first, second := chosen[0].Genome.(*carrier).individual, chosen[1].Genome.(*carrier).individual
	if first.ID == second.ID {
		return []Individual{first}, nil
	}
	return []Individual{first, second}, nil
}

// measured keeps the mean gradient of the children, which must have one.
func (a memetic) measured(g *Generation, fs []Fitness) error { return a.learn(g, fs) }

func genesOf(all []Individual) (out []genome.Vector) {
	for _, ind := range all {
		out = append(out, ind.Genes)
	}
	return out
}

func idsOf(all []Individual) (out []string) {
	for _, ind := range all {
		out = append(out, ind.ID)
	}
	return out
}
