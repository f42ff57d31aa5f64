package evolve

import (
	"math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"

	"bloodline/engine/roll"
	"bloodline/genome"
)

// genetic is the algorithm of this name. An averaged individual stands beside it and is
// never a parent.
type genetic struct{ *breeder }

var _ algorithm = genetic{}

// first makes the defaults, and varied defaults with evenly growing steps.
func (a genetic) first(g *Generation) {
	c := a.cfg.Genetic
	a.add(g, Individual{Operator: OpDefault, Step: c.Step, Genes: a.schema.Default()})
	for place := 1; place < a.cfg.Population; place++ {
		step := c.InitialStep * float64(place) / float64(a.cfg.Population-1)
		genes := a.vary(a.schema.Default(), step, rand.New(a.source(0, place)))
		a.add(g, Individual{Operator: OpVaried, Step: c.Step, Genes: genes})
	}
}

func (a genetic) vary(v genome.Vector, step float64, rng *rand.Rand) genome.Vector {
	return a.schema.Mutate(v, genome.Mutation{Rate: 1, Step: step}, rng)
}

// next makes elites, the averaged individual and children, in this order.
func (a genetic) next(last, g *Generation) error {
	if a.rounds(g.Number) {
		a.round(last, g)
		return nil
	}
	ranked := byBelief(last.Individuals)
	g.Individuals = a.elites(last, ranked)
	if a.cfg.Averaging > 0 {
		a.add(g, a.average(last, ranked))
	}
	parents := candidates(ranked)
	for len(g.Individuals) < a.cfg.Population {
		child, err := a.child(parents, a.source(g.Number, len(g.Individuals)))
		if err != nil {
			return err
		}
		a.add(g, child)
	}
	return nil
}

// measured accepts every fitness.
func (a genetic) measured(*Generation, []Fitness) error { return nil }

// round begins a round with the champion and variations of it with evenly growing steps.
func (a genetic) round(last, g *Generation) {
	c := a.cfg.Genetic
	g.Individuals = []Individual{last.Champion}
	for place := 1; place < a.cfg.Population; place++ {
		step := roundStep * float64(place) / float64(a.cfg.Population-1)
		a.add(g, Individual{
			Operator: OpVaried, Parents: []string{last.Champion.ID}, Step: max(c.StepMin, min(maxStep, roundStep)),
			Genes: a.vary(last.Champion.Genes, step, rand.New(a.source(g.Number, place))),
		})
	}
}

// average moves the last averaged individual toward the mean of the best. It averages
// over individuals and over generations what selection agrees on; noise and the load of
// fresh mutations cancel out. Its first steps in a round are long, so that it forgets
// where it began.
func (a genetic) average(last *Generation, ranked []Individual) Individual {
	ind, best := a.averaged(last, ranked, a.cfg.Genetic.BestShare)
	ind.Step = a.cfg.Genetic.Step
	from := a.schema.Default()
	if before, ok := averagedOf(last); ok {
		from = before.Genes
	}
	age := last.Number
	if a.cfg.Round > 0 {
		age %= a.cfg.Round
	}
	ind.Genes = a.schema.Toward(from, a.schema.Mean(genesOf(best)), max(a.cfg.Averaging, 1/float64(age+1)))
	return ind
}

// candidates wraps those who may be parents for a selector.
func candidates(ranked []Individual) eaopt.Individuals {
	var out eaopt.Individuals
	for _, ind := range ranked {
		if ind.Operator != OpAveraged {
			out = append(out, wrap(ind))
		}
	}
	return out
}

// child selects parents, crosses them and mutates the result. Its step is the geometric
// mean of its parents', changed log-normally (Schwefel's self-adaptation): steps that
// make good children inherit.
func (a genetic) child(parents eaopt.Individuals, pcg *rand.PCG) (Individual, error) {
	c := a.cfg.Genetic
	rng := rand.New(pcg)
	chosen, _, err := tournament{c.Tournament}.Apply(uint(c.Parents), parents, oldRand(pcg))
	if err != nil {
		return Individual{}, err
	}
	ind := Individual{Operator: OpPool}
	vectors := make([]genome.Vector, len(chosen))
	logStep := 0.0
	for i, p := range chosen {
		parent := p.Genome.(*carrier).individual
		vectors[i] = parent.Genes
		logStep += roll.Log(parent.Step) / float64(len(chosen))
		if !slices.Contains(ind.Parents, parent.ID) {
			ind.Parents = append(ind.Parents, parent.ID)
		}
	}
	step := roll.Exp(logStep + float64(c.Tau*roll.Normal(rng)))
	ind.Step = max(c.StepMin, min(maxStep, step))
	ind.Genes = a.schema.Mutate(a.schema.CrossPool(vectors, rng), genome.Mutation{Rate: c.MutationRate, Step: ind.Step}, rng)
	return ind, nil
}
