package job

import (
	"fmt"

	"bloodline/arena"
	"bloodline/engine"
)

// A result that is not of its part's shape is an error that says so. The worker has the same version and is trusted,
// so the numbers themselves are not looked at.

// checkGame refuses impossible results of a game of the given number of players.
func checkGame(g engine.Ranking, players int) error {
	if len(g.Ranks) != players || len(g.Errors) != players {
		return fmt.Errorf("a game of %d ranks and %d errors, want %d", len(g.Ranks), len(g.Errors), players)
	}
	for _, rank := range g.Ranks {
		if rank < 0 || rank >= players {
			return fmt.Errorf("a rank of %d among %d", rank, players)
		}
	}
	return nil
}

// checkSums returns an error for sums that do not have the shape of the part's.
func checkSums(all []arena.Sum, p arena.Part, genes int) error {
	first, last := p.Covers()
	if len(all) != last-first {
		return fmt.Errorf("%d sums, want %d", len(all), last-first)
	}
	gradient := 0
	if p.Gradient {
		gradient = genes
	}
	for i, s := range all {
		c := first + i
		blocks := min((c+1)*p.Deals, p.To) - max(c*p.Deals, p.From)
		scores := 0
		if p.Scores {
			scores = blocks
		}
		if s.All.N != int64(blocks) || len(s.By) != p.Field || len(s.Gradient) != gradient || len(s.Scores) != scores {
			return fmt.Errorf("candidate %d: %d blocks, %d opponents, a gradient of %d genes and %d scores, want %d, %d, %d and %d",
				c, s.All.N, len(s.By), len(s.Gradient), len(s.Scores), blocks, p.Field, gradient, scores)
		}
	}
	return nil
}
