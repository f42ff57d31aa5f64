package evolve

import (
	"errors"
	"fmt"
	"math"
	oldrand "math/rand"
	"math/rand/v2"
	"slices"

	"github.com/MaxHalford/eaopt"

	"bloodline/engine/roll"
	"bloodline/genome"
)

// The operators that make individuals.
const (
	OpDefault    = "default"    // the schema's defaults; individual 0 of generation 0
	OpStart      = "start"      // one of the schema's Starts, behind it
	OpAveraged   = "averaged"   // moving average of the distribution's mean; never a parent by tournament
	OpRecombined = "recombined" // Crossover of two parents, then Mutate
	OpRandom     = "random"     // drawn evenly from the ranges; the first generations of algorithm plus
	OpSampled    = "sampled"    // a clone of the distribution's mean, then Mutate; its parent is the last averaged individual, which generation 0 does not have
)

// childMaker returns what makes children before they mutate: see "Where to change what" in docs/how-it-works.md.
func (b *breeder) childMaker(generation int) childMaker {
	switch {
	case b.isPlus() && generation < plusRandom:
		return (*reproduction).random
	case b.cfg.Algorithm == AlgorithmDistribution:
		return (*reproduction).sample
	}
	return (*reproduction).cross
}

type childMaker func(*reproduction, *oldrand.Rand) *member

// reproduction has the parents and steps that the children of a generation share.
type reproduction struct {
	schema   *genome.Schema
	parents  eaopt.Individuals // that selection chooses from, best first
	choose   eaopt.Selector
	mean     *member     // of the distribution; nil where parents are crossed
	moves    []float64   // move of each gene of all children along the gradient, as a share of its range; nil for none
	words    [][]float64 // probabilities of words, as [Distribution].Words; nil: words mutate
	factor   [][]float64 // of the genes' correlation, see [cholesky]; nil: none
	discrete bool        // crossed children have each gene of one parent
	sd       []float64   // standard deviation of each gene's normal step, as a share of its range
	grid     float64     // children's genes are multiples of it, in shares of their ranges
}

// cross clones one parent and crosses it with another; the two may be the same.
func (r *reproduction) cross(rng *oldrand.Rand) *member {
	chosen, _, err := r.choose.Apply(2, r.parents, rng)
	if err != nil {
		panic("evolve: " + err.Error()) // every generation has children, which are the parents of the next
	}
	child := chosen[0].Genome.Clone().(*member)
	child.Crossover(chosen[1].Genome, rng)
	return child
}

// random draws a genome evenly from the ranges, where a normal step that is reflected at the bounds leaves it.
func (r *reproduction) random(rng *oldrand.Rand) *member {
	return &member{Individual{Operator: OpRandom, Genes: r.schema.Random(rand.New(rng))}, r}
}

// sample clones the mean: a distribution has no parents to cross.
func (r *reproduction) sample(*oldrand.Rand) *member { return r.mean.Clone().(*member) }

// member is an individual as eaopt's genome. The caller seeds the generators of its operators by coordinates.
type member struct {
	Individual
	how *reproduction // parents and steps of its children
}

// Evaluate returns what eaopt minimizes: the negative of the estimated fitness. A generation is measured at once,
// before eaopt asks; what an operator has changed since is an error, so no fitness goes stale.
func (m *member) Evaluate() (float64, error) {
	if m.Pooled.Games == 0 {
		return 0, fmt.Errorf("individual %s: it was not measured with its generation", m.ID)
	}
	return -m.Belief.Mean, nil
}

func (m *member) Clone() eaopt.Genome {
	c := *m
	c.Genes = m.Genes.Clone()
	return &c
}

// Crossover moves each group of genes to a random place between both parents ([genome.Schema.Recombine]). The mate
// stays as it is: eaopt hands it over by value and would keep its old fitness.
func (m *member) Crossover(mate eaopt.Genome, rng *oldrand.Rand) {
	other := mate.(*member)
	if m.how.discrete {
		for i := range m.Genes {
			if rng.Float64() < 0.5 {
				m.Genes[i] = other.Genes[i]
			}
		}
		m.Genes = m.how.schema.AtPoint(m.how.schema.Point(m.Genes)) // where the relations hold
	} else {
		m.Genes = m.how.schema.AtPoint(m.how.schema.Recombine(m.Genes, other.Genes, rand.New(rng)))
	}
	m.Individual = Individual{Operator: OpRecombined, Parents: slices.Compact([]string{m.ID, other.ID}), Genes: m.Genes}
}

// Mutate moves the genes along the policy gradient, if there is one, and by a normal step.
func (m *member) Mutate(rng *oldrand.Rand) {
	x := m.how.schema.Point(m.Genes)
	for i, move := range m.how.moves {
		x[i] = max(0, min(1, x[i]+move))
	}
	m.how.step(x, rand.New(rng))
	genes := m.how.schema.AtPoint(onGrid(x, m.how.grid))
	m.Individual = Individual{Operator: m.Operator, Parents: m.Parents, Genes: genes} // not measured
}

// step moves a point as children do: by a sample of the search distribution, or else by independent steps.
func (r *reproduction) step(x []float64, rng *rand.Rand) {
	if r.words == nil && r.factor == nil {
		r.schema.Mutate(x, r.sd, rng)
		return
	}
	z := make([]float64, len(x))
	for i := range z {
		z[i] = roll.Normal(rng)
	}
	for i := range x {
		if r.words != nil && r.words[i] != nil {
			word, p, share := 0, r.words[i], rng.Float64() // the word at a share of all probabilities
			for ; word < len(p)-1 && share > p[word]; word++ {
				share -= p[word]
			}
			x[i] = wordShare(word, len(p))
			continue
		}
		if r.factor == nil {
			x[i] += float64(r.sd[i] * z[i])
			continue
		}
		for k, a := range r.factor[i] {
			x[i] += float64(r.sd[i] * a * z[k])
		}
	}
}

// onGrid rounds to multiples of [Config].grid, finer than the search can tell apart, so most genes take five bits.
func onGrid(point []float64, grid float64) []float64 {
	for i, x := range point {
		point[i] = math.RoundToEven(x/grid) * grid
	}
	return point
}

// mutationVariance is the variance of a mutation as a share of that of the children before it. Children by
// [member.Crossover] have two thirds of the parents' variance, being at random places between two of them. Mutation
// adds the missing third and somewhat more, since a population also drifts: half of the parents' variance.
const mutationVariance = 0.5 / (2.0 / 3)

// setMutationSD sets the standard deviation of mutations by how far the children lie apart, for runs that follow ranks.
// On three noisy landscapes of 150 genes, with 10,000 samples, champions had 0.69, 0.730 and 0.72 with shares of a
// third, a half and 0.6, and 0.730 by samples of a distribution.
func (r *reproduction) setMutationSD(children []*member) {
	const wordStep = 1.0 / 3 // the distance of two words; without selection a fifth of the children change one
	points := r.points(children)
	mean := genome.Mean(r.schema, points)
	for i := range r.sd {
		squares := 0.0
		for _, x := range points {
			away := x[i] - mean[i]
			if away != 0 && r.schema.Genes[i].Words > 0 {
				away = wordStep
			}
			squares += square(away) / float64(len(points))
		}
		r.sd[i] = max(minSD, min(maxSD, math.Sqrt(mutationVariance*squares)))
	}
}

func (r *reproduction) points(members []*member) (out [][]float64) {
	for _, m := range members {
		out = append(out, r.schema.Point(m.Genes))
	}
	return out
}

func rms(xs []float64) float64 {
	squares := 0.0
	for _, x := range xs {
		squares += float64(x*x) / float64(len(xs))
	}
	return math.Sqrt(squares)
}

// tournament draws contestants evenly, with replacement, and takes the best: size draws a winner.
//
// Note: eaopt.SelTournament reports index 0 if its first contestant wins, copies the pool often, and may underflow.
type tournament struct{ size int }

// Apply returns n winners, which may repeat and are shared with the population, and their places in sorted; best first.
func (t tournament) Apply(n uint, sorted eaopt.Individuals, rng *oldrand.Rand) (eaopt.Individuals, []int, error) {
	if len(sorted) == 0 {
		return nil, nil, errors.New("select parents: no individuals")
	}
	winners, indexes := make(eaopt.Individuals, n), make([]int, n)
	for i := range winners {
		best := rng.Intn(len(sorted))
		for range t.size - 1 {
			best = min(best, rng.Intn(len(sorted)))
		}
		winners[i], indexes[i] = sorted[best], best
	}
	return winners, indexes, nil
}

// Validate reports a tournament without contestants.
func (t tournament) Validate() error {
	if t.size < 1 {
		return fmt.Errorf("tournament size: must be at least 1, have %d", t.size)
	}
	return nil
}

// generator is the generator of a place in a generation, of the first math/rand as eaopt wants it.
func generator(seed uint64, generation, place int) *oldrand.Rand {
	const breedDomain = 0x6272656564 // keeps the seeds of breeding apart from all other seeds
	at := func(word uint64) uint64 {
		return roll.Mix(seed, breedDomain, uint64(generation), uint64(place), word)
	}
	return oldrand.New(source{rand.NewPCG(at(0), at(1))})
}

type source struct{ rand.Source }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   {} // the seed is a coordinate and is not changed
