package stats_test

import (
	"testing"

	"bloodline/engine/stats"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// shares makes the matrix of a group from the lower and upper ends of i against j, i < j.
func shares(n int, ends map[[2]int][2]float64) [][]stats.Interval {
	m := make([][]stats.Interval, n)
	for i := range m {
		m[i] = make([]stats.Interval, n)
		m[i][i] = stats.Interval{Low: 0.9, High: 1} // the diagonal must not count
	}
	for p, e := range ends {
		m[p[0]][p[1]] = stats.Interval{Low: e[0], High: e[1]}
		m[p[1]][p[0]] = stats.Interval{Low: 1 - e[1], High: 1 - e[0]}
	}
	return m
}

func TestCycles(t *testing.T) {
	win, loss, open := [2]float64{0.6, 0.7}, [2]float64{0.25, 0.45}, [2]float64{0.49, 0.7}
	for name, c := range map[string]struct {
		share [][]stats.Interval
		want  []stats.Cycle
	}{
		"circle":         {shares(3, map[[2]int][2]float64{{0, 1}: win, {1, 2}: win, {0, 2}: loss}), []stats.Cycle{{0, 1, 2, 0.05}}},
		"other way":      {shares(3, map[[2]int][2]float64{{0, 1}: loss, {1, 2}: loss, {0, 2}: win}), []stats.Cycle{{0, 2, 1, 0.05}}},
		"order":          {shares(3, map[[2]int][2]float64{{0, 1}: win, {1, 2}: win, {0, 2}: win}), nil},
		"open edge":      {shares(3, map[[2]int][2]float64{{0, 1}: win, {1, 2}: open, {0, 2}: loss}), nil},
		"two players":    {shares(2, map[[2]int][2]float64{{0, 1}: win}), nil},
		"four, in order": {shares(4, map[[2]int][2]float64{{0, 1}: win, {1, 2}: win, {2, 3}: win, {0, 3}: loss, {0, 2}: win, {1, 3}: win}), []stats.Cycle{{0, 1, 3, 0.05}, {0, 2, 3, 0.05}}},
	} {
		if diff := cmp.Diff(c.want, stats.Cycles(c.share, 0.5), cmpopts.EquateApprox(0, 1e-12)); diff != "" {
			t.Errorf("%s: (-want +have)\n%s", name, diff)
		}
	}
}
