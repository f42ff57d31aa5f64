package arena

import (
	"cmp"
	"slices"

	"bloodline/arena/stats"
)

// Ratings fits Bradley-Terry strengths to a round robin of two seats, in Elo with
// mean 0; a draw is half a win. A block counts as one game, since its games share
// a deal, so the intervals err on the wide side.
func (s *Standings) Ratings() (*stats.Ratings, error) {
	scores := make([][]float64, len(s.Versus))
	for i, row := range s.Versus {
		scores[i] = make([]float64, len(row))
		for j, t := range row {
			if t.N > 0 {
				scores[i][j] = float64(2*t.N+t.Sum-s.Versus[j][i].Sum) / 4
			}
		}
	}
	if r, err := stats.BradleyTerry(scores, 0, stats.Level); err == nil {
		return r, nil
	}
	// Somebody lost or won every game: a hundredth of its games against an average
	// phantom keeps its rating finite.
	return stats.BradleyTerry(scores, float64(s.Order[0].Games)/float64(100*s.seats), stats.Level)
}

// Cycles lists the triples in which each beats the next significantly, the widest
// margin first: 95 % intervals, corrected for the number of pairs.
func (s *Standings) Cycles() []stats.Cycle {
	n := len(s.Versus)
	level := stats.Corrected(stats.Level, max(1, n*(n-1)/2))
	share := make([][]stats.Interval, n)
	for i, row := range s.Versus {
		share[i] = make([]stats.Interval, n)
		for j, t := range row {
			if i != j {
				share[i][j] = t.Estimate(s.Unit, level).Interval
			}
		}
	}
	out := stats.Cycles(share, 0.5)
	slices.SortStableFunc(out, func(a, b stats.Cycle) int { return cmp.Compare(b.Margin, a.Margin) })
	return out
}
