package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the usual confidence of an interval.
const Level = 0.95

// Interval is a range of plausible values, both ends included.
type Interval struct{ Low, High float64 }

// around returns center ± half; an infinite half gives the whole line.
func around(center, half float64) Interval {
	if math.IsInf(half, 1) {
		return Interval{math.Inf(-1), half}
	}
	half = float64(half) // it may be a product
	return Interval{center - half, center + half}
}

// normalQuantile returns z with P(|Z| <= z) = level.
func normalQuantile(level float64) float64 {
	return distuv.UnitNormal.Quantile((1 + level) / 2)
}

// studentQuantile returns t with P(|T| <= t) = level for df degrees of freedom.
func studentQuantile(level, df float64) float64 {
	if n := int(df); level == Level && n >= 1 && float64(n) == df && n < len(students) {
		return students[n]
	}
	return student(level, df)
}

func student(level, df float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile((1 + level) / 2)
}

// students holds the quantiles at [Level] for whole degrees of freedom. A
// generation asks for some thousand of them, all for the same few, and the
// quantile is found by iteration: it took 13 % of the breeding.
var students = func() (t [129]float64) {
	for df := 1; df < len(t); df++ {
		t[df] = student(Level, float64(df))
	}
	return t
}()

// Corrected returns the level that each of several intervals needs so that all
// of them hold together with at least the given level (Bonferroni).
func Corrected(level float64, comparisons int) float64 {
	return 1 - (1-level)/float64(max(1, comparisons))
}
