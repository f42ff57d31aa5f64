// Package optimiser has other optimisers than package evolve, for comparison at equal games
// on the same [evolve.Evaluator] ([Compare]), and for breeding ([Run]).
//
//   - [Random]: the best of as many random genomes as there are games for, measured by
//     sequential halving.
//   - [CMA]: goptuna's CMA-ES.
//   - [SepCMA]: CMA-ES with a diagonal matrix, for hundreds of genes.
//   - [Surrogate]: a model of the win probability, fitted to all games so far.
//   - [TPE]: goptuna's tree-structured Parzen estimator, for a dozen genes.
//
// Every arm ends with a playoff: its candidates, the defaults among them, are measured on
// new deals and halved until one is left, so that no lucky sample becomes the champion.
//
// In addition to the games, Random and SepCMA cost some twenty microseconds for a genome
// of 277 genes. CMA multiplies two square matrices for each genome that it draws: one
// millisecond for 48 genes, twenty for 150, a tenth of a second for 277.
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

// Arm is an optimiser, see [Breed].
type Arm interface {
	// Name is a word for tables and flags: "sep-cma".
	Name() string

	// size returns the most genomes of a call of the evaluator.
	size() int

	// search measures genomes until its part of the budget is spent, or until m.measure
	// returns false, and returns the candidates of the play-off.
	search(m *meter) ([]*candidate, error)
}

// Task is what is to be bred: for a schema, by what an evaluator measures, with so many games.
type Task struct {
	Schema    *genome.Schema
	Evaluator evolve.Evaluator
	Seed      uint64
	Budget    int64

	// Within ends the search when it is done, not the play-off: the games so far are the
	// search's share of the budget then. nil: the budget alone ends it.
	Within context.Context
}

// Bred is what an arm hands in.
type Bred struct {
	Best  genome.Vector
	Spent int64 // games, as the evaluator counts them
	Early bool  // [Task].Within has ended the search
}

// Breed searches with an arm and ends with the play-off of what the search has found. The
// price of a genome is known after the first batch only: that one may overdraw the budget, no
// other does. The result is a pure function of the arm and the task. Calls of the evaluator
// with one generation number meet the same deals; the champion of a round is what the arm
// would hand in by then. A cancelled ctx is found in the error by errors.Is.
func Breed(ctx context.Context, a Arm, t Task) (Bred, error) {
	m, err := newMeter(ctx, t, max(1, a.size()))
	if err != nil {
		return Bred{}, err
	}
	finals, err := a.search(m)
	err = cmp.Or(m.err, err)
	early := m.measured > 0 && m.early(err)
	switch {
	case early:
		m.Budget, m.err = BudgetFor(m.spent), nil
	case err != nil:
		return Bred{Spent: m.spent}, err
	}
	m.within = ctx
	best, err := m.playoff(finals)
	return Bred{best, m.spent, early}, err
}

// All returns every arm but TPE, which is too slow for most, at its usual settings, with batches of as many genomes as
// the population of the GA. population is at least 4.
func All(population int) []Arm {
	return []Arm{
		Random{Batch: population},
		CMA{Population: population, Sigma: sigma},
		SepCMA{Population: population, Sigma: sigma},
	}
}

// domain keeps the seeds of the optimisers apart from all other seeds.
const domain = 0x726976616c

func source(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(roll.Mix(seed, domain, 0), roll.Mix(seed, domain, 1)))
}

// fullGenes is how many genes the full matrix of CMA-ES may have before the arm is
// left out unless asked for: its time grows with their third power.
const fullGenes = 100

// tpeGenes is the same for TPE and the surrogate, whose time grows with their square.
const tpeGenes = 20

// Choose returns the arms of these names, each once, or, without names, all that finish
// in good time for a genome of so many genes.
func Choose(names []string, population, genes int) ([]Arm, error) {
	all := append(All(population), TPE{}, Surrogate{Population: population})
	if len(names) == 0 {
		return slices.DeleteFunc(all, func(a Arm) bool {
			return a.Name() == "cma-full" && genes > fullGenes || (a.Name() == "tpe" || a.Name() == "surrogate") && genes > tpeGenes
		}), nil
	}
	var out []Arm
	for _, name := range names {
		i := slices.IndexFunc(all, func(a Arm) bool { return a.Name() == strings.TrimSpace(name) })
		if i < 0 {
			return nil, fmt.Errorf("unknown %q (have %s)", name, strings.Join(armNames(all), ", "))
		}
		if !slices.Contains(out, all[i]) {
			out = append(out, all[i])
		}
	}
	return out, nil
}

func armNames(arms []Arm) (out []string) {
	for _, a := range arms {
		out = append(out, a.Name())
	}
	return out
}
