package optimiser

import (
	"math/rand/v2"

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

func (b BestOf) size() int { return b.Batch }

func (b BestOf) search(m *meter) ([]*candidate, error) {
	rng := source(m.Seed)
	var all []*candidate
	for n := m.affords(firstRung); n > 0; n = m.affords(firstRung) {
		var batch []*candidate
		for range min(n, m.batch) {
			batch = append(batch, &candidate{genes: b.draw(m.Schema, len(all)+len(batch), rng)})
		}
		if !m.measure(0, batch) {
			break
		}
		all = append(all, batch...)
	}
	sortBest(all)
	return all[:min(len(all), max(2, int(finalists*float64(len(all)))))], nil
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
