// Package optimiser has other optimisers than package evolve, which are compared with it at equal games
// on the same [evolve.Evaluator] ([Breed]), and breed runs ([Run]).
//
//   - random: the best of as many random genomes as there are games for, measured by
//     sequential halving.
//   - sep-cma: CMA-ES with a diagonal matrix, for hundreds of genes.
//   - plus: a genetic algorithm that measures its best again, for some thousand games.
//
// An [Arm] of another package is a function that asks a [Meter] for measurements; [Climb] makes one of a
// [Distribution]. The module bench has those of goptuna.
//
// Every arm ends with a playoff: its candidates, the defaults among them, are measured on
// new deals and halved until one is left, so that no lucky sample becomes the champion.
//
// In addition to the games, random and sep-cma cost some twenty microseconds for a genome
// of 277 genes.
//
// The package knows no game, no arena and no clock.
package optimiser

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// Arm is an optimiser, see [Choose].
type Arm struct {
	Name string // for tables and flags: "sep-cma"

	Batch int // most genomes of a call of the evaluator

	// Search measures genomes until its part of the budget is spent, or until [Meter.Measure]
	// returns false, and returns the candidates of the play-off.
	Search func(m *Meter) ([]*Candidate, error)
}

// arms are those of this package.
var arms = []Arm{
	{Name: "random", Search: searchRandom},
	{Name: "sep-cma", Search: searchSepCMA},
	{Name: plus, Search: searchPlus},
}

// plus is for few genes: [Choose] leaves it out of more than plusGenes, unless it is asked for.
const (
	plus      = "plus"
	plusGenes = 20
)

// Task is a search: for a schema, by an evaluator's measurements, within a number of games.
type Task struct {
	Schema    *genome.Schema
	Evaluator evolve.Evaluator
	Seed      uint64
	Budget    int64

	// Within ends the search when it is done, not the play-off: the games so far are the
	// search's share of the budget then. nil: the budget alone ends it.
	Within context.Context

	// Simpler makes another candidate of the play-off; may be nil. [Run] hands it all that was measured.
	Simpler Simplify
}

// Simplify returns the genome that an arm would hand in without the changes that don't pay, by all that was measured;
// nil where all of them do.
type Simplify func(best genome.Vector, all []evolve.Individual) genome.Vector

// simpler adds what [Task.Simpler] makes of the best candidate to the play-off. It begins beside the best
// one, with its games: it is expected to win no less.
func (m *Meter) simpler(finals []*Candidate) []*Candidate {
	if m.Simpler == nil || m.measured == 0 {
		return finals
	}
	own := &Candidate{Genes: m.Simpler(m.best, nil)}
	same := func(v genome.Vector) func(*Candidate) bool {
		return func(c *Candidate) bool { return slices.Equal(c.Genes, v) }
	}
	if own.Genes == nil || slices.ContainsFunc(finals, same(own.Genes)) {
		return finals
	}
	i := slices.IndexFunc(finals, same(m.best))
	if i < 0 {
		return finals
	}
	own.Mean, own.games = finals[i].Mean, finals[i].games
	return slices.Insert(finals, i+1, own)
}

// Bred is the result of an arm.
type Bred struct {
	Best  genome.Vector
	Spent int64 // games, as the evaluator counts them
	Early bool  // [Task].Within has ended the search
}

// Breed searches with an arm and ends with a play-off between the best genomes of the search. The
// number of games of a genome is known after the first batch only: that batch may exceed the budget,
// no other does. The result is a pure function of the arm and the task. Calls of the evaluator with
// the same generation number meet the same deals; the champion of a round is the arm's best
// genome so far. The error of a cancelled ctx is found by errors.Is.
func Breed(ctx context.Context, a Arm, t Task) (Bred, error) {
	m, err := newMeter(ctx, t, a.Batch)
	if err != nil {
		return Bred{}, err
	}
	finals, err := a.Search(m)
	err = cmp.Or(m.err, err)
	early := m.measured > 0 && m.early(err)
	switch {
	case early:
		m.Budget, m.err = BudgetFor(m.spent), nil
	case err != nil:
		return Bred{Spent: m.spent}, err
	}
	m.within = ctx
	best, err := m.playoff(m.simpler(finals))
	return Bred{best, m.spent, early}, err
}

// Domain keeps the seeds of the optimisers apart from all other seeds.
const Domain = 0x726976616c

func source(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(roll.Mix(seed, Domain, 0), roll.Mix(seed, Domain, 1)))
}

// Choose returns the arms of these names, each once, or, without names, all that finish
// in good time for a genome of so many genes. They measure as many genomes at a time as the population
// has, which is at least 4.
func Choose(names []string, population, genes int) (out []Arm, err error) {
	known := make([]string, len(arms))
	for i, a := range arms {
		if known[i] = a.Name; len(names) == 0 && (a.Name != plus || genes <= plusGenes) {
			out = append(out, a)
		}
	}
	for _, name := range names {
		is := func(a Arm) bool { return a.Name == strings.TrimSpace(name) }
		i := slices.IndexFunc(arms, is)
		if i < 0 {
			return nil, fmt.Errorf("unknown %q (have %s)", name, strings.Join(known, ", "))
		}
		if !slices.ContainsFunc(out, is) {
			out = append(out, arms[i])
		}
	}
	for i := range out {
		out[i].Batch = population
	}
	return out, nil
}
