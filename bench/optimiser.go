package main

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// arm is an optimiser.
type arm struct {
	name  string // for tables and flags: "sep-cma"
	genes int    // of the longest genome for which it finishes in good time
	batch int    // most genomes of a call of the evaluator; 0: the population

	// search measures genomes until its part of the budget is spent, or until [meter.measureNew]
	// returns false, and returns the candidates of the play-off.
	search func(m *meter) ([]*candidate, error)
}

// all are the arms. The time of cma-full grows with the third power of the genes, that of tpe with their square.
var all = []arm{
	{name: "random", genes: math.MaxInt, search: searchRandom},
	{name: "sep-cma", genes: math.MaxInt, search: searchSepCMA},
	{name: "cma-full", genes: 100, search: searchFullCMA},
	{name: "tpe", genes: 20, batch: 1, search: searchTPE},
}

// task is a search: for a schema, by an evaluator's measurements, within a number of games.
type task struct {
	schema    *genome.Schema
	evaluator evolve.Evaluator
	seed      uint64
	budget    int64
}

// search searches with an arm and ends with a play-off between the best genomes of the search, on new deals, so that
// no lucky sample becomes the champion. It returns the games that it spent, too, as the evaluator counts them. The number of
// games of a genome is known after the first batch only: that batch may exceed the budget, no other does. The result is a pure
// function of the arm and the task. The champion of a round is the arm's best genome so far.
func search(ctx context.Context, a arm, t task) (best genome.Vector, spent int64, err error) {
	m := &meter{task: t, ctx: ctx, batch: a.batch, best: t.schema.Default()}
	finals, err := a.search(m)
	if err = cmp.Or(m.err, err); err != nil {
		return nil, m.spent, err
	}
	best, err = m.playoff(finals)
	return best, m.spent, err
}

// domain keeps the seeds of the optimisers apart from all other seeds.
const domain = 0x726976616c

func source(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(roll.Mix(seed, domain, 0), roll.Mix(seed, domain, 1)))
}
