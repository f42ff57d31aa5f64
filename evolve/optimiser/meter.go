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

// candidate is a genome and all that was measured of it.
type candidate struct {
	genes genome.Vector
	mean  float64
	games int64
}

func (c *candidate) add(f evolve.Fitness) {
	n, m := float64(c.games), float64(f.Games)
	c.mean, c.games = (n*c.mean+m*f.Mean)/(n+m), c.games+f.Games
}

// sortBest puts the best measured first; among equals the order stays.
func sortBest(cs []*candidate) {
	slices.SortStableFunc(cs, func(a, b *candidate) int { return cmp.Compare(b.mean, a.mean) })
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

// meter pays for measurements out of the budget of a task.
type meter struct {
	Task
	ctx, within context.Context // of all, and of the search
	batch       int             // most genomes of a call
	spent       int64           // games
	measured    int64           // genomes
	deals       int             // generation number of the next fresh deals
	best        genome.Vector   // what the arm would hand in by now
	err         error           // of the measurement that failed
}

func newMeter(ctx context.Context, t Task, batch int) (*meter, error) {
	if err := t.Schema.Validate(); err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t.Schema.Game, err)
	}
	if t.Budget < 1 {
		return nil, fmt.Errorf("budget: must be at least 1 game, have %d", t.Budget)
	}
	m := &meter{Task: t, ctx: ctx, within: ctx, batch: batch, best: t.Schema.Default()}
	if t.Within != nil {
		m.within = t.Within
	}
	return m, nil
}

// early reports whether an error is the end of the search before that of its budget.
func (m *meter) early(err error) bool {
	return m.ctx.Err() == nil && m.within.Err() != nil && errors.Is(err, m.within.Err())
}

// affords returns how many genomes can be measured out of a share of the budget,
// less what is spent already; the whole of a first batch before a price is known.
func (m *meter) affords(share float64) int {
	if m.measured == 0 {
		return m.batch
	}
	price := (m.spent + m.measured - 1) / m.measured
	return int(max(0, int64(share*float64(m.Budget))-m.spent) / price)
}

// searches reports whether the search's share of the budget buys that many more genomes.
func (m *meter) searches(genomes int) bool { return m.affords(1-reserve) >= genomes }

// measure plays candidates on the deals of a number and adds what comes of it. false ends
// the search: m.err says why.
func (m *meter) measure(deals int, cs []*candidate) bool {
	for batch := range slices.Chunk(cs, m.batch) {
		if err := m.measureBatch(deals, batch); err != nil {
			m.err = fmt.Errorf("measure batch of deals %d: %w", deals, err)
			return false
		}
	}
	return true
}

func (m *meter) measureBatch(deals int, cs []*candidate) error {
	if err := m.within.Err(); err != nil {
		return err
	}
	vs := make([]genome.Vector, len(cs))
	for i, c := range cs {
		vs[i] = c.genes.Clone()
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
func (m *meter) playoff(cs []*candidate) (genome.Vector, error) {
	if r, ok := m.Evaluator.(*run); ok {
		r.follow = PlayOff
	}
	cs = slices.Clone(cs)
	for len(cs) > 1 {
		rounds := math.Ceil(math.Log2(float64(len(cs))))
		part := int(float64(m.affords(1)) / rounds)
		for range part / len(cs) {
			if !m.measure(m.deals, cs) {
				return nil, m.err
			}
		}
		sortBest(cs)
		m.best, cs = cs[0].genes, cs[:(len(cs)+1)/2]
	}
	return cs[0].genes, nil
}
