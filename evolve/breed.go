package evolve

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"bloodline/genome"
)

// algorithm makes generations. It has no state but what stands in them.
type algorithm interface {
	// first fills generation 0, in which the schema's defaults stand first.
	first(g *Generation)

	// next fills g, the generation after last, which is not changed. Who reigns while g
	// is measured stands first.
	next(last, g *Generation) error

	// measured takes what the evaluator has found, by place, and refuses what it cannot
	// breed from.
	measured(g *Generation, fs []Fitness) error
}

// breedDomain keeps the seeds of breeding apart from everybody else's.
const breedDomain = 0x6272656564

// roundStep is the largest step of the champion's variations that a round begins with,
// and the least standard deviation of a distribution that follows ranks: what has
// settled against the old opponents answers new ones too slowly.
const roundStep = 0.1

// breeder makes populations. Every place of every generation has a generator of
// its own, seeded by its coordinates.
type breeder struct {
	schema *genome.Schema
	cfg    Config
}

func (b *breeder) algorithm() algorithm {
	switch b.cfg.Algorithm {
	case AlgorithmDistribution:
		return rankSearch{sampler{b}}
	case AlgorithmMemetic:
		return memetic{sampler{b}}
	case AlgorithmGradient:
		return gradientSearch{sampler{b}}
	}
	return genetic{b}
}

// first returns generation 0 before it is measured.
func (b *breeder) first() *Generation {
	g := &Generation{}
	b.algorithm().first(g)
	return g
}

// next returns the generation after last before it is measured.
func (b *breeder) next(last *Generation) (*Generation, error) {
	g := &Generation{Number: last.Number + 1}
	return g, b.algorithm().next(last, g)
}

func (b *breeder) source(generation, place int) *rand.PCG {
	return generator(b.cfg.Seed, generation, place)
}

func identity(generation, place int) string { return fmt.Sprintf("g%03d-%03d", generation, place) }

// add gives a newcomer the next place of g.
func (b *breeder) add(g *Generation, ind Individual) {
	ind.ID, ind.Born = identity(g.Number, len(g.Individuals)), g.Number
	g.Individuals = append(g.Individuals, ind)
}

// rounds reports whether a generation is the first of a round; the first of all is
// not.
func (b *breeder) rounds(generation int) bool {
	return b.cfg.Round > 0 && generation > 0 && generation%b.cfg.Round == 0
}

// elites returns who survives into a generation: the champion and the best others.
// Nobody does into a round of a distribution, nor where the averaged individual reigns.
func (b *breeder) elites(last *Generation, ranked []Individual) []Individual {
	if b.cfg.Champion == ChampionAveraged || b.rounds(last.Number+1) {
		return nil
	}
	var out []Individual
	for _, ind := range ranked {
		if ind.ID == last.Champion.ID {
			out = append([]Individual{ind}, out...)
		} else if len(out) < b.cfg.Elites {
			out = append(out, ind)
		}
	}
	return out[:b.cfg.Elites]
}

// averaged begins the averaged individual of the next generation, which gets its step
// and genes from the algorithm. The last one and the best of the others count as its
// parents.
func (b *breeder) averaged(last *Generation, ranked []Individual, share float64) (ind Individual, best []Individual) {
	ind.Operator = OpAveraged
	if from, ok := averagedOf(last); ok {
		ind.Parents = append(ind.Parents, from.ID)
	}
	best = slices.DeleteFunc(slices.Clone(ranked), func(p Individual) bool { return p.Operator == OpAveraged })
	best = best[:min(len(best), max(1, int(math.Round(share*float64(b.cfg.Population)))))]
	for _, p := range best {
		ind.Parents = append(ind.Parents, p.ID)
	}
	return ind, best
}

// averagedOf finds the averaged individual that was born in g.
func averagedOf(g *Generation) (Individual, bool) {
	if g == nil {
		return Individual{}, false
	}
	for _, ind := range g.Individuals {
		if ind.Operator == OpAveraged && ind.Born == g.Number {
			return ind, true
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
