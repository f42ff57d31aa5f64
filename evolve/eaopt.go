package evolve

import (
	"errors"
	"fmt"
	oldrand "math/rand"
	"math/rand/v2"

	"github.com/MaxHalford/eaopt"
)

// carrier takes an individual through eaopt. The individual was measured before
// eaopt sees it, with its whole generation; Evaluate only hands the value over.
// An individual is never changed in place, so no fitness can go stale: should
// eaopt ever change a carrier, its Evaluate fails.
type carrier struct {
	individual Individual
	changed    string // by which operator; empty while the fitness belongs to the genes
}

var _ eaopt.Genome = (*carrier)(nil)

// wrap returns an individual that eaopt has to ask for its fitness.
func wrap(ind Individual) eaopt.Individual {
	return eaopt.Individual{Genome: &carrier{individual: ind}, ID: ind.ID, Fitness: -ind.Belief.Mean}
}

// Evaluate returns what eaopt minimizes: the negative of the believed fitness.
func (c *carrier) Evaluate() (float64, error) {
	if c.changed != "" {
		return 0, fmt.Errorf("individual %s: changed by eaopt's %s after it was measured", c.individual.ID, c.changed)
	}
	return -c.individual.Belief.Mean, nil
}

// Mutate is not how children are made here; see genetic.child.
func (c *carrier) Mutate(*oldrand.Rand) { c.changed = "Mutate" }

// Crossover is not how children are made here; see genetic.child.
func (c *carrier) Crossover(eaopt.Genome, *oldrand.Rand) { c.changed = "Crossover" }

// Clone returns a carrier of the same individual.
func (c *carrier) Clone() eaopt.Genome { copied := *c; return &copied }

// tournament draws contestants evenly, with replacement, and takes the best. On a
// sorted population the best contestant is the one with the smallest index, so a
// winner costs size draws, whatever the population.
//
// Note: eaopt.SelTournament reports index 0 whenever its first contestant wins,
// copies the pool of those not yet selected for each winner (quadratic in the
// population), and underflows when asked for more than there are.
type tournament struct{ size int }

var _ eaopt.Selector = tournament{}

// Apply returns n winners, which may repeat, and their indexes in sorted, which
// is best first. The winners are shared with the population, not cloned.
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

// oldRand lets eaopt's interfaces, which want a generator of the first math/rand,
// draw from a seeded one of the second.
func oldRand(from rand.Source) *oldrand.Rand { return oldrand.New(source{from}) }

type source struct{ rand.Source }

func (s source) Int63() int64 { return int64(s.Uint64() >> 1) }
func (s source) Seed(int64)   {} // the seed is a coordinate and is not changed
