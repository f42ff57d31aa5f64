package stats_test

import (
	"math"
	"slices"
	"testing"

	"bloodline/arena/stats"
)

func TestRanks(t *testing.T) {
	for _, c := range []struct{ x, want []float64 }{
		{nil, []float64{}},
		{[]float64{30, 10, 20}, []float64{3, 1, 2}},
		{[]float64{2, 1, 2, 3}, []float64{2.5, 1, 2.5, 4}},
		{[]float64{5, 5, 5}, []float64{2, 2, 2}},
	} {
		if have := stats.Ranks(c.x); !slices.Equal(have, c.want) {
			t.Errorf("Ranks(%v) = %v, want %v", c.x, have, c.want)
		}
	}
}

func TestSpearman(t *testing.T) {
	// Hours of television against IQ, the worked example of Wikipedia's article:
	// Σd² = 194, rho = -29/165.
	iq := []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	tv := []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	near(t, "rho", stats.Spearman(iq, tv), -29.0/165, 1e-12)
	near(t, "itself", stats.Spearman(iq, iq), 1, 1e-12)

	// With ties: (Sx+Sy-Σd²)/(2·sqrt(Sx·Sy)), Sx = (n³-n-Σ(t³-t))/12. Here ranks
	// are 1, 2.5, 2.5, 4 and 1.5, 1.5, 3, 4: Sx = Sy = (60-6)/12 = 4.5, Σd² = 1.5.
	near(t, "ties", stats.Spearman([]float64{1, 2, 2, 3}, []float64{7, 7, 8, 9}), (9-1.5)/9, 1e-12)

	for _, c := range [][2][]float64{{{1, 1, 1}, {1, 2, 3}}, {{1}, {2}}, {nil, nil}} {
		if have := stats.Spearman(c[0], c[1]); !math.IsNaN(have) {
			t.Errorf("Spearman(%v, %v) = %v, want NaN", c[0], c[1], have)
		}
	}
}
