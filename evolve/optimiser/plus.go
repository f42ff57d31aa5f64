package optimiser

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"bloodline/engine/roll"
	"bloodline/genome"
)

// The settings of searchPlus, chosen on the contests of the tests with a batch of 15. A third of a batch are
// parents. Games are per genome.
const (
	plusOpening      = 2   // batches that are drawn evenly from the ranges
	plusOpeningGames = 12  // of each of their genomes
	plusGames        = 18  // that each child and each parent plays in a generation
	plusFirst        = 0.7 // chance of a gene to be the first parent's
	plusMoved        = 0.5 // and to be moved
	plusStep         = 0.25
	plusNarrow       = 0.9 // factor of the step from one generation to the next
	plusLeast        = 0.06
)

// searchPlus is a genetic algorithm that keeps what it has measured ((mu + lambda) selection with
// repeated measurements). It begins with the defaults and genomes from the whole of the ranges. Then the children of a
// generation are crossed gene by gene from the best of all so far, and mutate by steps that shrink. The
// parents play again beside their children, and all games of a genome count, so luck does not last. There is no
// model, so choices, switches and cliffs cost nothing. Nothing depends on the budget, so a run with a larger one
// continues from the same games.
func searchPlus(m *Meter) ([]*Candidate, error) {
	rng, best := source(m.Seed), max(2, m.Batch/3)
	all := []*Candidate{{Genes: m.Schema.Default()}}
	for len(all) < plusOpening*m.Batch {
		all = append(all, &Candidate{Genes: m.Schema.Random(rng)})
	}
	defaults, on := all[0], true
	for batch := range slices.Chunk(all, m.Batch) {
		on = on && m.playEach(batch, plusOpeningGames)
	}
	for step := plusStep; on; step = max(plusLeast, plusNarrow*step) {
		parents := fittest(all)
		parents = parents[:min(best, len(parents))]
		m.best = parents[0].Genes
		batch := slices.Clone(parents)
		for range m.Batch - best {
			batch = append(batch, &Candidate{Genes: m.bred(parents, step, rng)})
		}
		all = append(all, batch[len(parents):]...)
		on = m.playEach(batch, plusGames)
	}
	finals := fittest(all)
	finals = finals[:min(best, len(finals))]
	if !slices.Contains(finals, defaults) {
		finals = append(finals, defaults)
	}
	return finals, nil
}

// playEach measures candidates until each has played some games more. false ends the search: its share of the budget
// buys no further measurement of all, or m.err says why.
func (m *Meter) playEach(cs []*Candidate, games int64) bool {
	for first := cs[0].games; cs[0].games < first+games; {
		if m.measured > 0 && !m.Searches(len(cs)) || !m.Measure(cs...) {
			return false
		}
	}
	return true
}

// bred returns a child of two of the parents, which may be the same.
func (m *Meter) bred(parents []*Candidate, step float64, rng *rand.Rand) genome.Vector {
	x := m.Schema.Point(parents[rng.IntN(len(parents))].Genes)
	for i, y := range m.Schema.Point(parents[rng.IntN(len(parents))].Genes) {
		if rng.Float64() > plusFirst {
			x[i] = y
		}
		if rng.Float64() < plusMoved {
			x[i] += float64(step * roll.Normal(rng))
		}
	}
	return m.Schema.Express(x)
}

// fittest returns the measured candidates, best first by their share of points after three won and three
// lost games more, so that few games say little.
func fittest(all []*Candidate) []*Candidate {
	score := func(c *Candidate) float64 { return (float64(c.games)*c.Mean + 3) / (float64(c.games) + 6) }
	out := slices.DeleteFunc(slices.Clone(all), func(c *Candidate) bool { return c.games == 0 })
	slices.SortStableFunc(out, func(a, b *Candidate) int { return cmp.Compare(score(b), score(a)) })
	return out
}
