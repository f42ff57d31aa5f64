package optimiser

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// BestOf spends half of its games on measuring as many genomes as that buys, all
// on the same deals, and the other half on the best of these.
type BestOf struct {
	Batch int // genomes of a call of the evaluator, at least 1

	// Varied draws genomes around the defaults, as the GA's first generation does:
	// the defaults themselves, then all genes moved by a normal step of up to half of
	// their ranges, small steps as often as large ones. Otherwise genomes are drawn
	// evenly from the ranges, which ignores what the defaults know of the game.
	Varied bool
}

// longest is the longest step of a varied default, as a share of a gene's range.
const longest = 0.5

// firstRung is the share of the budget for measuring all individuals once, finalists the
// share of the individuals that are measured again.
const (
	firstRung = 0.5
	finalists = 1. / 8
)

// Name is "random" or "varied".
func (b BestOf) Name() string {
	if b.Varied {
		return "varied"
	}
	return "random"
}

// Breed looks for the best; see [Arm].
func (b BestOf) Breed(ctx context.Context, schema *genome.Schema, seed uint64, evaluator evolve.Evaluator, budget int64) (genome.Vector, int64, error) {
	m, err := newMeter(ctx, schema, evaluator, budget, max(1, b.Batch))
	if err != nil {
		return nil, 0, err
	}
	rng := source(seed)
	var all []*candidate
	for n := m.affords(firstRung); n > 0; n = m.affords(firstRung) {
		var batch []*candidate
		for range min(n, m.batch) {
			batch = append(batch, &candidate{genes: b.draw(schema, len(all)+len(batch), rng)})
		}
		if err := m.measure(0, batch); err != nil {
			return nil, m.spent, err
		}
		all = append(all, batch...)
	}
	sortBest(all)
	best, err := m.playoff(all[:min(len(all), max(2, int(finalists*float64(len(all)))))])
	return best, m.spent, err
}

func (b BestOf) draw(s *genome.Schema, number int, rng *rand.Rand) genome.Vector {
	switch {
	case !b.Varied:
		return s.Random(rng)
	case number == 0:
		return s.Default()
	}
	return s.Vary(s.Default(), max(1e-3, longest*rng.Float64()), rng)
}

// sortBest puts the best measured first; among equals the order stays.
func sortBest(cs []*candidate) {
	slices.SortStableFunc(cs, func(a, b *candidate) int { return cmp.Compare(b.mean, a.mean) })
}

// playoff spends what is left of the budget on finding the best of the candidates:
// sequential halving (Karnin, Koren, Somekh 2013). Every round gets an equal part,
// all who are still in meet the same fresh deals, and the better half goes on.
// There must be a candidate.
func (m *meter) playoff(cs []*candidate) (genome.Vector, error) {
	cs = slices.Clone(cs)
	for len(cs) > 1 {
		rounds := math.Ceil(math.Log2(float64(len(cs))))
		part := int(float64(m.affords(1)) / rounds)
		for range part / len(cs) {
			if err := m.measure(m.deals, cs); err != nil {
				return nil, err
			}
		}
		sortBest(cs)
		m.best, cs = cs[0].genes, cs[:(len(cs)+1)/2]
	}
	return cs[0].genes, nil
}
