package evolve

import (
	"slices"

	"bloodline/genome"
)

// OpProposed is the operator of individuals that an optimiser of package optimiser has
// asked for.
const OpProposed = "proposed"

// Optimisers lists the values of Config.Algorithm that package optimiser knows. [Run]
// refuses them.
func Optimisers() []string {
	return []string{"plus", "sep-cma", "random"}
}

// Batch returns the record of genomes that an optimiser has measured, as the generation
// after last, which may be nil. The champion is the individual with these genes, if it
// stands there; else the champion of last, or the best by belief.
func Batch(last *Generation, genes []genome.Vector, fs []Fitness, champion genome.Vector) *Generation {
	r := runner{last: last}
	g := &Generation{}
	if last != nil {
		g.Number = last.Number + 1
	}
	for i, v := range genes {
		fs[i].Gradient = nil
		r.add(g, Individual{Operator: OpProposed, Genes: v, Fitness: fs[i]})
		g.Games += fs[i].Games
	}
	believe(g, nil)
	r.summarize(g)
	alive := slices.IndexFunc(g.Individuals, func(ind Individual) bool { return slices.Equal(ind.Genes, champion) })
	switch {
	case alive >= 0:
		g.Champion, g.Since = g.Individuals[alive], g.Number
	case last != nil:
		g.Champion, g.Since = last.Champion, last.Since
	default:
		g.Champion, g.Since = byBelief(g.Individuals)[0], g.Number
	}
	return g
}

// Measured returns the fitness of genes if they are the generation's genomes, in the same order;
// ok is false otherwise.
func (g *Generation) Measured(genes []genome.Vector) (measured []Fitness, ok bool) {
	if len(genes) != len(g.Individuals) {
		return nil, false
	}
	out := make([]Fitness, len(genes))
	for i, ind := range g.Individuals {
		if !slices.Equal(ind.Genes, genes[i]) {
			return nil, false
		}
		out[i] = ind.Fitness
	}
	return out, true
}
