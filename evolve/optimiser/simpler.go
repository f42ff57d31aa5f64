package optimiser

import (
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// Simplify returns the genome that an arm would hand in without the changes that don't pay, by all that was measured;
// nil where all of them do.
type Simplify func(best genome.Vector, all []evolve.Individual) genome.Vector

// simpler adds what [Task.Simpler] makes of the best candidate to the play-off. It begins beside the best
// one, with its games: it is expected to win no less.
func (m *Meter) simpler(finals []*Candidate) []*Candidate {
	if m.Simpler == nil || m.measured == 0 {
		return finals
	}
	own := &Candidate{Genes: m.Simpler(m.best, nil)}
	same := func(v genome.Vector) func(*Candidate) bool {
		return func(c *Candidate) bool { return slices.Equal(c.Genes, v) }
	}
	if own.Genes == nil || slices.ContainsFunc(finals, same(own.Genes)) {
		return finals
	}
	i := slices.IndexFunc(finals, same(m.best))
	if i < 0 {
		return finals
	}
	own.Mean, own.games = finals[i].Mean, finals[i].games
	return slices.Insert(finals, i+1, own)
}
