package stats

import "slices"

// LLR returns the log-likelihood ratio of H1 against H0 after counts[k] blocks with
// result on.Scores[k]; 0 of no blocks.
func (s SPRT) LLR(on Support, counts []int64) float64 {
	if !slices.ContainsFunc(counts, func(c int64) bool { return c > 0 }) {
		return 0
	}
	c := cells{on.Scores, counts}
	if on.Sparse {
		c = c.seen()
	}
	return s.llr(c)
}

// seen returns the two ends and the cells that are not empty.
func (c cells) seen() (out cells) {
	for i, n := range c.counts {
		if n > 0 || i == 0 || i == len(c.counts)-1 {
			out.scores, out.counts = append(out.scores, c.scores[i]), append(out.counts, n)
		}
	}
	return out
}
