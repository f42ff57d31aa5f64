package evolve

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"

	"bloodline/engine/roll"
	"bloodline/genome"
)

// breedDomain keeps the seeds of breeding apart from everybody else's.
const breedDomain = 0x6272656564

// breeder makes populations. Every place of every generation has a generator of
// its own, seeded by its coordinates.
type breeder struct {
	schema *genome.Schema
	cfg    Config
}

func (b *breeder) source(generation, place int) *rand.PCG {
	at := func(word uint64) uint64 {
		return roll.Mix(b.cfg.Seed, breedDomain, uint64(generation), uint64(place), word)
	}
	return rand.NewPCG(at(0), at(1))
}

func identity(generation, place int) string { return fmt.Sprintf("g%03d-%03d", generation, place) }

// first returns generation 0 before it is measured: the default, varied defaults
// with evenly growing steps or draws of the first cloud, and random ones.
func (b *breeder) first() *Generation {
	g := &Generation{}
	if b.cfg.Crossover == OpNormal {
		g.Cloud = b.firstCloud()
	}
	n := b.cfg.Population
	random := min(n-1, int(math.Round(b.cfg.RandomShare*float64(n))))
	out := make([]Individual, n)
	for i := range out {
		rng := rand.New(b.source(0, i))
		one := Individual{ID: identity(0, i), Operator: OpVary, Step: b.cfg.Step}
		switch varied := n - 1 - random; {
		case i == 0:
			one.Operator, one.Genes = OpDefault, b.schema.Default()
		case i > varied:
			one.Operator, one.Genes = OpRandom, b.schema.Random(rng)
		case g.Cloud != nil:
			one.Operator, one.Genes = OpNormal, b.schema.Express(b.point(g.Cloud, 0, i))
		default:
			spread := b.cfg.Spread * float64(i) / float64(varied)
			one.Genes = b.schema.Mutate(b.schema.Default(), genome.Mutation{Rate: 1, Step: spread, Heavy: b.cfg.Heavy}, rng)
		}
		out[i] = one
	}
	g.Individuals = out
	return g
}

// next returns the generation after g before it is measured: elites, consensus,
// children and immigrants, in this order. g is not changed.
func (b *breeder) next(g *Generation) (*Generation, error) {
	next := &Generation{Number: g.Number + 1}
	survivors := b.cfg.Elites
	switch {
	case g.Cloud != nil:
		next.Cloud = b.nextCloud(g)
		b.extend(next.Cloud, next.Number)
		if b.rounds(next.Number) {
			survivors = 0 // the consensus reigns, see runner.crown
			// A cloud that learns has not narrowed.
			if b.cfg.Learning == 0 {
				next.Cloud.widen(b.cfg.RoundSpread)
			}
		}
	case b.rounds(next.Number):
		next.Individuals = b.round(g)
		return next, nil
	}
	ranked := byBelief(g.Individuals)
	parents := sortedPopulation(ranked)
	out := elites(ranked, g.Champion.ID, survivors)
	if b.cfg.Trend > 0 {
		out = append(out, b.consensus(g, next.Cloud, ranked, len(out)))
	}
	for place := len(out); place < b.cfg.Population; place++ {
		if place >= b.cfg.Population-b.cfg.Immigrants {
			rng := rand.New(b.source(g.Number+1, place))
			out = append(out, Individual{Operator: OpRandom, Step: b.cfg.Step, Genes: b.schema.Random(rng)})
		} else {
			child, err := b.child(g, next.Cloud, parents, place)
			if err != nil {
				return nil, err
			}
			out = append(out, child)
		}
		out[place].ID, out[place].Born = identity(g.Number+1, place), g.Number+1
	}
	next.Individuals = out
	return next, nil
}

// rounds reports whether a generation is the first of a round; the first of all is
// not.
func (b *breeder) rounds(generation int) bool {
	return b.cfg.Round > 0 && generation > 0 && generation%b.cfg.Round == 0
}

// round returns the first generation of a round: the champion, and variations of
// it with evenly growing steps. A population that has settled against the old
// opponents answers new ones too slowly.
func (b *breeder) round(g *Generation) []Individual {
	out := []Individual{g.Champion}
	for place := 1; place < b.cfg.Population; place++ {
		rng := rand.New(b.source(g.Number+1, place))
		spread := b.cfg.RoundSpread * float64(place) / float64(b.cfg.Population-1)
		out = append(out, Individual{
			ID: identity(g.Number+1, place), Born: g.Number + 1, Operator: OpVary, Parents: []string{g.Champion.ID},
			Step:  max(b.cfg.StepMin, min(b.cfg.StepMax, b.cfg.RoundSpread)),
			Genes: b.schema.Mutate(g.Champion.Genes, genome.Mutation{Rate: 1, Step: spread, Heavy: b.cfg.Heavy}, rng),
		})
	}
	return out
}

// byBelief returns the individuals best first; among equals the earlier place.
func byBelief(all []Individual) []Individual {
	ranked := slices.Clone(all)
	slices.SortStableFunc(ranked, func(a, b Individual) int { return cmp.Compare(b.Belief.Mean, a.Belief.Mean) })
	return ranked
}

// sortedPopulation wraps those who may be parents for a selector.
func sortedPopulation(ranked []Individual) eaopt.Individuals {
	var out eaopt.Individuals
	for _, one := range ranked {
		if one.Operator != OpConsensus {
			out = append(out, wrap(one))
		}
	}
	return out
}

// elites returns the champion and the best others, n in all.
func elites(ranked []Individual, champion string, n int) []Individual {
	var out []Individual
	for _, one := range ranked {
		if one.ID == champion {
			out = append([]Individual{one}, out...)
		} else if len(out) < n {
			out = append(out, one)
		}
	}
	return out[:n]
}

// consensus moves the last consensus toward the mean of the best parents. It
// averages over individuals and over generations what selection agrees on; noise
// and the load of fresh mutations cancel out. Its first steps in a round are long,
// so that it forgets where it began. Beside a cloud, it is the trail of that.
func (b *breeder) consensus(g *Generation, cloud *Cloud, ranked []Individual, place int) Individual {
	from, ok := consensusOf(g)
	if !ok {
		from = Individual{Genes: b.schema.Default()}
	}
	best := slices.DeleteFunc(slices.Clone(ranked), func(one Individual) bool { return one.Operator == OpConsensus })
	best = best[:min(len(best), max(1, int(math.Round(b.cfg.BestShare*float64(b.cfg.Population)))))]
	one := Individual{ID: identity(g.Number+1, place), Born: g.Number + 1, Operator: OpConsensus, Step: b.cfg.Step}
	if ok {
		one.Parents = append(one.Parents, from.ID)
	}
	for _, p := range best {
		one.Parents = append(one.Parents, p.ID)
	}
	if cloud != nil {
		one.Step, one.Genes = cloud.step(), b.schema.Express(cloud.Trail)
		if cloud.Tail != nil && g.Number+1 == b.cfg.Generations-1 {
			one.Genes = b.schema.Express(cloud.Tail)
		}
		return one
	}
	age := g.Number
	if b.cfg.Round > 0 {
		age %= b.cfg.Round
	}
	share := max(b.cfg.Trend, 1/float64(age+1))
	vectors := make([]genome.Vector, len(best))
	for i, p := range best {
		vectors[i] = p.Genes
	}
	one.Genes = b.schema.Toward(from.Genes, b.schema.Mean(vectors), share)
	return one
}

// child selects parents, crosses them one way and mutates the result. Its step is
// the geometric mean of its parents', changed log-normally (Schwefel's
// self-adaptation): steps that make good children inherit.
//
// A child of a cloud has neither: the distribution is what the whole generation
// before it has left, and the last consensus stands for that.
func (b *breeder) child(g *Generation, cloud *Cloud, parents eaopt.Individuals, place int) (Individual, error) {
	pcg := b.source(g.Number+1, place)
	rng := rand.New(pcg)
	operator, n := OpMutate, 1
	crossed := rng.Float64() < b.cfg.CrossoverRate
	if crossed && cloud != nil {
		from, ok := consensusOf(g)
		if !ok {
			from = g.Champion
		}
		x := b.point(cloud, g.Number+1, place)
		return Individual{Operator: OpNormal, Parents: []string{from.ID}, Step: cloud.step(), Genes: b.schema.Express(x)}, nil
	}
	if crossed {
		operator, n = b.cfg.Crossover, 2
		if operator == OpPool {
			n = b.cfg.Parents
		}
	}
	chosen, _, err := tournament{b.cfg.Tournament}.Apply(uint(n), parents, oldRand(pcg))
	if err != nil {
		return Individual{}, err
	}
	one := Individual{Operator: operator}
	vectors := make([]genome.Vector, n)
	logStep := 0.0
	for i, p := range chosen {
		parent := p.Genome.(*carrier).one
		vectors[i] = parent.Genes
		logStep += math.Log(parent.Step) / float64(n)
		if !slices.Contains(one.Parents, parent.ID) {
			one.Parents = append(one.Parents, parent.ID)
		}
	}
	step := math.Exp(logStep + b.cfg.StepLearning*rng.NormFloat64())
	one.Step = max(b.cfg.StepMin, min(b.cfg.StepMax, step))
	one.Genes = b.schema.Mutate(b.cross(operator, vectors, rng), genome.Mutation{Rate: b.cfg.MutationRate, Step: one.Step, Heavy: b.cfg.Heavy}, rng)
	return one, nil
}

func (b *breeder) cross(operator string, parents []genome.Vector, rng *rand.Rand) genome.Vector {
	switch operator {
	case OpPool:
		return b.schema.CrossPool(parents, rng)
	case OpUniform:
		return b.schema.CrossUniform(parents[0], parents[1], rng)
	case OpGroup:
		return b.schema.CrossGroups(parents[0], parents[1], rng)
	case OpBlend:
		return b.schema.CrossBlend(parents[0], parents[1], b.cfg.BlendAlpha, rng)
	default:
		return parents[0]
	}
}
