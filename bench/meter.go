package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// candidate is a genome and all that was measured of it.
type candidate struct {
	Genes genome.Vector
	Mean  float64 // of all its games; 0 before the first
	games int64
}

func (c *candidate) add(f evolve.Fitness) {
	n, m := float64(c.games), float64(f.Games)
	c.Mean, c.games = (n*c.Mean+m*f.Mean)/(n+m), c.games+f.Games
}

// sortBest puts the best measured first; among equals the order stays.
func sortBest(cs []*candidate) {
	slices.SortStableFunc(cs, func(a, b *candidate) int { return cmp.Compare(b.Mean, a.Mean) })
}

// reserve is the share of the budget for the playoff of a search.
const reserve = 0.1

// meter pays for measurements out of the budget of a task.
type meter struct {
	task
	ctx      context.Context
	batch    int           // most genomes of a call
	spent    int64         // games
	measured int64         // genomes
	deals    int           // generation number of the next fresh deals
	best     genome.Vector // what the arm would hand in by now
	err      error         // of the measurement that failed
}

// affords returns how many genomes can be measured out of a share of the budget,
// less what is spent already; the whole of a first batch before a price is known.
func (m *meter) affords(share float64) int {
	if m.measured == 0 {
		return m.batch
	}
	price := (m.spent + m.measured - 1) / m.measured
	return int(max(0, int64(share*float64(m.budget))-m.spent) / price)
}

// searches reports whether the search's share of the budget buys that many more genomes.
func (m *meter) searches(genomes int) bool { return m.left() >= genomes }

// left returns how many genomes the search's share of the budget still buys; a batch before a price is known.
func (m *meter) left() int { return m.affords(1 - reserve) }

// measureNew plays candidates on new deals and adds their results. It returns false at the end of the search.
func (m *meter) measureNew(cs ...*candidate) bool { return m.measure(m.deals, cs) }

// measure plays candidates on the deals of a number and adds what comes of it. false ends
// the search: m.err says why.
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

// playoff spends what is left of the budget on finding the best of the candidates:
// sequential halving (Karnin, Koren, Somekh 2013). Every round gets an equal part,
// all remaining points meet the same fresh deals, and the better half goes on.
// There must be a candidate.
func (m *meter) playoff(cs []*candidate) (genome.Vector, error) {
	cs = slices.Clone(cs)
	for len(cs) > 1 {
		rounds := math.Ceil(math.Log2(float64(len(cs))))
		part := int(float64(m.affords(1)) / rounds)
		for range part / len(cs) {
			if !m.measureNew(cs...) {
				return nil, m.err
			}
		}
		sortBest(cs)
		m.best, cs = cs[0].Genes, cs[:(len(cs)+1)/2]
	}
	return cs[0].Genes, nil
}
