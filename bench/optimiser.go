package main

import (
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
	"cmp"
	"context"
	"math"
	"math/rand/v2"
)

type arm struct {
	name  string // for tables and flags: "sep-cma"
	genes int    // most genes with which it finishes in good time
	batch int    // genomes that it measures at a time; 0: as many as the population has

	// search spends its part of the budget, or stops when [meter.measureNew] returns false; it returns the candidates.
	search func(m *meter) ([]*candidate, error)
}

// optimisers lists the arms beside bloodline. Time grows with the cube of the genes in cma-full, the square in tpe.
var optimisers = []arm{
	{name: "random", genes: math.MaxInt, search: searchRandom},
	{name: "sep-cma", genes: math.MaxInt, search: searchSepCMA},
	{name: "cma-full", genes: 100, search: searchFullCMA},
	{name: "tpe", genes: 20, batch: 1, search: searchTPE},
}

// task is what an arm must do: find the best genome of a schema within a budget of games.
type task struct {
	schema    *genome.Schema
	evaluator evolve.Evaluator
	seed      uint64
	budget    int64 // games
}

// search searches with an arm and ends with a play-off between the best genomes of the search, on new deals, so that no
// lucky sample becomes the champion. It returns that genome and the games that it spent, as the evaluator counts them.
// The games that a genome takes are known after the first batch only, so that batch may exceed the budget. Equal tasks
// give equal results. In a league, exploiters are bred against the arm's best genome so far.
func search(ctx context.Context, a arm, t task) (best genome.Vector, spent int64, err error) {
	m := &meter{task: t, ctx: ctx, batch: a.batch, best: t.schema.Default()}
	finals, err := a.search(m)
	if err = cmp.Or(m.err, err); err != nil {
		return nil, m.spent, err
	}
	best, err = m.playoff(finals)
	return best, m.spent, err
}

// domain makes the seeds of the optimisers independent of all others.
const domain = 0x726976616c

func source(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(roll.Mix(seed, domain, 0), roll.Mix(seed, domain, 1)))
}

const (
	screening   = 0.5    // share of the budget for measuring each genome once
	finalsShare = 1. / 8 // share of the genomes that the play-off measures again
)

// searchRandom draws genomes evenly: half of the budget measures many on equal deals, half is a play-off.
func searchRandom(m *meter) ([]*candidate, error) {
	rng := source(m.seed)
	var all []*candidate
	for n := m.affords(screening); n > 0; n = m.affords(screening) {
		var batch []*candidate
		for range min(n, m.batch) {
			batch = append(batch, &candidate{Genes: m.schema.Random(rng)})
		}
		if !m.measure(0, batch) {
			break
		}
		all = append(all, batch...)
	}
	sortBest(all)
	return all[:min(len(all), max(2, int(finalsShare*float64(len(all)))))], nil
}
