package optimiser

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// Candidate is a genome and all that was measured of it.
type Candidate struct {
	Genes genome.Vector
	Mean  float64 // of all its games; 0 before the first
	games int64
}

func (c *Candidate) add(f evolve.Fitness) {
	n, m := float64(c.games), float64(f.Games)
	c.Mean, c.games = (n*c.Mean+m*f.Mean)/(n+m), c.games+f.Games
}

// sortBest puts the best measured first; among equals the order stays.
func sortBest(cs []*Candidate) {
	slices.SortStableFunc(cs, func(a, b *Candidate) int { return cmp.Compare(b.Mean, a.Mean) })
}

// reserve is the share of the budget for the playoff of a search.
const reserve = 0.1

// SearchGames returns how many games of a budget are for searching, the others for the
// playoff.
func SearchGames(budget int64) int64 { return int64((1 - reserve) * float64(budget)) }

// BudgetFor returns the least budget with the given number of games for searching.
func BudgetFor(searching int64) int64 {
	budget := int64(float64(searching) / (1 - reserve))
	for SearchGames(budget) < searching {
		budget++
	}
	return budget
}

// Meter pays for measurements out of the budget of a task.
type Meter struct {
	Task
	ctx, within context.Context // of all, and of the search
	Batch       int             // most genomes of a call
	spent       int64           // games
	measured    int64           // genomes
	deals       int             // generation number of the next fresh deals
	best        genome.Vector   // what the arm would hand in by now
	err         error           // of the measurement that failed
}

func newMeter(ctx context.Context, t Task, batch int) (*Meter, error) {
	if err := t.Schema.Validate(); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t.Schema.Game, err)
	}
	if t.Budget < 1 {
		return nil, fmt.Errorf("budget: must be at least 1 game, have %d", t.Budget)
	}
	m := &Meter{Task: t, ctx: ctx, within: ctx, Batch: batch, best: t.Schema.Default()}
	if t.Within != nil {
		m.within = t.Within
	}
	return m, nil
}

// early reports whether an error is the end of the search before that of its budget.
func (m *Meter) early(err error) bool {
	return m.ctx.Err() == nil && m.within.Err() != nil && errors.Is(err, m.within.Err())
}

// affords returns how many genomes can be measured out of a share of the budget,
// less what is spent already; the whole of a first batch before a price is known.
func (m *Meter) affords(share float64) int {
	if m.measured == 0 {
		return m.Batch
	}
	price := (m.spent + m.measured - 1) / m.measured
	return int(max(0, int64(share*float64(m.Budget))-m.spent) / price)
}

// Searches reports whether the search's share of the budget buys that many more genomes.
func (m *Meter) Searches(genomes int) bool { return m.Left() >= genomes }

// Left returns how many genomes the search's share of the budget still buys; a batch before a price is known.
func (m *Meter) Left() int { return m.affords(1 - reserve) }

// Measure plays candidates on new deals and adds their results. It returns false at the end of the search.
func (m *Meter) Measure(cs ...*Candidate) bool { return m.measure(m.deals, cs) }

// Err returns why a measurement has failed.
func (m *Meter) Err() error { return m.err }

// measure plays candidates on the deals of a number and adds what comes of it. false ends
// the search: m.err says why.
func (m *Meter) measure(deals int, cs []*Candidate) bool {
	for batch := range slices.Chunk(cs, m.Batch) {
		if err := m.measureBatch(deals, batch); err != nil {
			m.err = fmt.Errorf("measure batch of deals %d: %w", deals, err)
			return false
		}
	}
	return true
}

func (m *Meter) measureBatch(deals int, cs []*Candidate) error {
	if err := m.within.Err(); err != nil {
		return err
	}
	vs := make([]genome.Vector, len(cs))
	for i, c := range cs {
		vs[i] = c.Genes.Clone()
	}
	fs, err := m.Evaluator.Evaluate(m.within, evolve.Round{Number: deals, Champion: m.best.Clone()}, vs)
	if cause := m.within.Err(); cause != nil {
		return cause
	}
	if err != nil {
		return err
	}
	if len(fs) != len(cs) {
		return fmt.Errorf("want %d results, have %d", len(cs), len(fs))
	}
	for i, f := range fs {
		if !genome.Finite(f.Mean) || f.Games < 1 {
			return fmt.Errorf("fitness %v over %d games is no measurement", f.Mean, f.Games)
		}
		cs[i].add(f)
		m.spent += f.Games
	}
	if e, ok := m.Evaluator.(interface{ Games() int64 }); ok { // exploiters of a league cost games, too
		m.spent = e.Games()
	}
	m.measured += int64(len(cs))
	m.deals = max(m.deals, deals+1)
	return nil
}

// playoff spends what is left of the budget on finding the best of the candidates:
// sequential halving (Karnin, Koren, Somekh 2013). Every round gets an equal part,
// all remaining points meet the same fresh deals, and the better half goes on.
// There must be a candidate.
func (m *Meter) playoff(cs []*Candidate) (genome.Vector, error) {
	if r, ok := m.Evaluator.(*run); ok {
		r.follow = PlayOff
	}
	cs = slices.Clone(cs)
	for len(cs) > 1 {
		rounds := math.Ceil(math.Log2(float64(len(cs))))
		part := int(float64(m.affords(1)) / rounds)
		for range part / len(cs) {
			if !m.Measure(cs...) {
				return nil, m.err
			}
		}
		sortBest(cs)
		m.best, cs = cs[0].Genes, cs[:(len(cs)+1)/2]
	}
	return cs[0].Genes, nil
}
