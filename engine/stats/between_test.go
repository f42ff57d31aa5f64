package stats_test

import (
	"math/rand/v2"
	"testing"

	"bloodline/engine/stats"
)

// With many deals that say the same it is Welch's test of two samples: extra sleep after two drugs (Cushny, Peebles 1905),
// where R says t = -1.8608 with 17.776 degrees of freedom and an interval of -3.3654832 to 0.2054832.
func TestBetween_Welch(t *testing.T) {
	constant := func(xs ...float64) (rows [][]float64) {
		for _, x := range xs {
			rows = append(rows, []float64{x, x, x})
		}
		return rows
	}
	b := stats.NewBetween(constant(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0), constant(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4), 1, stats.Level)
	near(t, "mean", b.Mean, -1.58, 1e-9)
	near(t, "degrees of freedom", b.DF, 17.776, 1e-3)
	near(t, "t", b.Mean/b.SE, -1.8608, 1e-4)
	nearInterval(t, "interval", b.Interval(), -3.3654832, 0.2054832, 1e-6)
	// The variances are 3.2006 and 4.0090: with 12 of each the half width is 2.0755 * sqrt(7.2096 / 12) = 1.609, with 13 it is 1.538.
	if more := b.More(100, stats.Level); more != 3 {
		t.Errorf("%d more of each, want 3", more)
	}
}

// Over pairs of kinds of equal strength, at least 93 % of the intervals contain 0, whatever differs: the players of a kind,
// the deals for all players of a kind, or nothing but luck.
func TestBetween_coverage(t *testing.T) {
	const pairs, deals = 2000, 40
	for _, c := range []struct {
		first, second         int
		players, common, luck float64 // standard deviations; the last two of a deal
	}{
		{5, 5, 1, 1, 3}, {5, 5, 1, 12, 3}, {5, 5, 0, 0, 3}, {3, 8, 1, 3, 3}, {2, 2, 1, 3, 3}, {5, 1, 1, 3, 3}, {5, 0, 1, 3, 3}, {5, 5, 0, 6, 1},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		hits := 0
		for range pairs {
			kind := func(n int, spread float64) (rows [][]float64) {
				suits := make([]float64, deals)
				for d := range suits {
					suits[d] = c.common * rng.NormFloat64()
				}
				for range n {
					own, row := spread*rng.NormFloat64(), make([]float64, deals)
					for d := range row {
						row[d] = own + suits[d] + c.luck*rng.NormFloat64()
					}
					rows = append(rows, row)
				}
				return rows
			}
			one := c.players
			if c.second == 1 {
				one = 0 // that player itself
			}
			b := stats.NewBetween(kind(c.first, c.players), kind(c.second, one), 1, stats.Level)
			if b.Low <= 0 && b.High >= 0 {
				hits++
			}
		}
		share := float64(hits) / pairs
		if share < 0.93 {
			t.Errorf("%+v: %.3f of the intervals contain the truth, want 0.93", c, share)
		}
	}
}
