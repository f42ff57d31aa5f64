package main

import (
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// candidate is a genome with the results of all its games.
type candidate struct {
	Genes genome.Vector
	Mean  float64 // of all its games; 0 before the first
	games int64
}

func (c *candidate) add(f stats.Fitness) {
	n, m := float64(c.games), float64(f.Games)
	c.Mean, c.games = (n*c.Mean+m*f.Mean)/(n+m), c.games+f.Games
}

// sortBest puts the best measured first; among equals the order stays.
func sortBest(cs []*candidate) {
	slices.SortStableFunc(cs, func(a, b *candidate) int { return cmp.Compare(b.Mean, a.Mean) })
}

// playoffShare is the share of the budget that a search leaves for its play-off.
const playoffShare = 0.1

// meter measures genomes for an arm and counts what that costs of the budget.
type meter struct {
	task
	ctx      context.Context
	batch    int           // most genomes of a call
	spent    int64         // games
	measured int64         // genomes
	deals    int           // number of the next new deals, passed on as a generation's number
	best     genome.Vector // the arm's best genome so far
	err      error         // why a measurement failed
}

// affords returns how many more genomes fit a share of the budget; before a measurement has shown the price, one batch.
func (m *meter) affords(share float64) int {
	if m.measured == 0 {
		return m.batch
	}
	price := (m.spent + m.measured - 1) / m.measured
	return int(max(0, int64(share*float64(m.budget))-m.spent) / price)
}

// canSearch reports whether the budget of the search suffices for that many more genomes.
func (m *meter) canSearch(genomes int) bool { return m.left() >= genomes }

// left returns for how many more genomes the budget suffices, apart from the play-off's share.
func (m *meter) left() int { return m.affords(1 - playoffShare) }

// measureNew plays candidates on new deals and adds their results. It returns false at the end of the search.
func (m *meter) measureNew(cs ...*candidate) bool { return m.measure(m.deals, cs) }

// measure plays candidates on numbered deals and adds their results. On false the search must end; m.err says why.
func (m *meter) measure(deals int, cs []*candidate) bool {
	for batch := range slices.Chunk(cs, m.batch) {
		vs := make([]genome.Vector, len(batch))
		for i, c := range batch {
			vs[i] = c.Genes.Clone()
		}
		fs, err := m.evaluator.Evaluate(m.ctx, evolve.GenerationInfo{Number: deals, Champion: m.best.Clone()}, vs)
		if err != nil {
			m.err = fmt.Errorf("measure batch of deals %d: %w", deals, err)
			return false
		}
		for i, f := range fs {
			batch[i].add(f)
			m.spent += f.Games
		}
		if e, ok := m.evaluator.(interface{ Games() int64 }); ok { // exploiters of a league cost games, too
			m.spent = e.Games()
		}
		m.measured += int64(len(batch))
		m.deals = max(m.deals, deals+1)
	}
	return true
}

// playoff spends the rest of the budget on finding the best of one or more candidates by sequential halving (Karnin,
// Koren, Somekh 2013): in each round, with an equal part, all play the same new deals and the better half goes on.
func (m *meter) playoff(cs []*candidate) (genome.Vector, error) {
	cs = slices.Clone(cs)
	for len(cs) > 1 {
		rounds := math.Ceil(math.Log2(float64(len(cs))))
		genomes := int(float64(m.affords(1)) / rounds)
		for range genomes / len(cs) {
			if !m.measureNew(cs...) {
				return nil, m.err
			}
		}
		sortBest(cs)
		m.best, cs = cs[0].Genes, cs[:(len(cs)+1)/2]
	}
	return cs[0].Genes, nil
}
