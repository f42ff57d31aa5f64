package evolve

import (
	"fmt"
	oldrand "math/rand"

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
