package arena

import (
	"cmp"
	"slices"

	"bloodline/engine/stats"
)

// Ratings fits Bradley-Terry strengths to a round robin of two seats, in Elo with mean 0; with more seats all are 0. A
// block, whose games share a deal, counts as one game with a share in [0, 1] ([Arena.Support]), so intervals are wide.
func (s *Crosstable) Ratings() (*stats.Ratings, error) {
	if n := len(s.Order); s.Versus == nil {
		return &stats.Ratings{Elo: make([]float64, n), Interval: make([]stats.Interval, n)}, nil
	}
	width, scores := s.arena.maxDifference(), make([][]float64, len(s.Versus))
	for i, row := range s.Versus {
		scores[i] = make([]float64, len(row))
		for j, t := range row {
			if t.N > 0 {
				scores[i][j] = float64(width*t.N+t.Sum-s.Versus[j][i].Sum) / float64(2*width)
			}
		}
	}
	if r, err := stats.BradleyTerry(scores, 0, stats.Level); err == nil {
		return r, nil
	}
	// A player lost or won every game: a hundredth of its games against an average phantom keeps its rating finite.
	return stats.BradleyTerry(scores, float64(s.Order[0].Games)/float64(100*s.arena.games), stats.Level)
}

// Cycles lists the triples in which each beats the next significantly (95 % intervals, corrected for the number of
// pairs), the widest margin first; none in games where both players can get more than the mean.
func (s *Crosstable) Cycles() []stats.Cycle {
	n := len(s.Versus)
	if !s.arena.Info().ZeroSum {
		return nil
	}
	level := stats.BonferroniLevel(stats.Level, max(1, n*(n-1)/2))
	points := make([][]stats.Interval, n)
	for i, row := range s.Versus {
		points[i] = make([]stats.Interval, n)
		for j, t := range row {
			if i != j {
				points[i][j] = t.Figure(s.arena.Unit(), level).Interval()
			}
		}
	}
	out := stats.Cycles(points, s.arena.Info().Mean)
	slices.SortStableFunc(out, func(a, b stats.Cycle) int { return cmp.Compare(b.Margin, a.Margin) })
	return out
}

// Matrix returns each player's points a game against each other one, both in the order of Order, with a diagonal of 0;
// nil without pairs.
func (s *Crosstable) Matrix() [][]float64 {
	if s.Versus == nil {
		return nil
	}
	out := make([][]float64, len(s.Order))
	for i, x := range s.Order {
		out[i] = make([]float64, len(s.Order))
		for j, y := range s.Order {
			if i != j {
				out[i][j] = s.Versus[x.Player][y.Player].Mean() / float64(s.arena.Unit())
			}
		}
	}
	return out
}
