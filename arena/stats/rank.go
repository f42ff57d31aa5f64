package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Ranks returns the rank of each value, 1 for the smallest; equal values share the
// average of their ranks. The values must not be NaN.
func Ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	ranks := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			ranks[i] = float64(from+1+to) / 2
		}
		from = to
	}
	return ranks
}

// Spearman returns the rank correlation of two lists of equal length, in [-1, 1]:
// Pearson's correlation of their [Ranks]. It is NaN below two pairs and when one
// list is constant. Lists of different lengths panic.
func Spearman(x, y []float64) float64 {
	if len(x) == len(y) && len(x) < 2 {
		return math.NaN()
	}
	return stat.Correlation(Ranks(x), Ranks(y), nil)
}
