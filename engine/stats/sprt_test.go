package stats_test

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine/stats"
)

// weights are counts with the empty cells that fastchess gives them.
func weights(counts []int64) []float64 {
	w := make([]float64, len(counts))
	for i, c := range counts {
		w[i] = math.Max(float64(c), 1e-3)
	}
	return w
}

// logLikelihood is -Inf outside of the simplex.
func logLikelihood(w, p []float64) float64 {
	sum := 0.0
	for i := range w {
		if !(p[i] > 0) {
			return math.Inf(-1)
		}
		sum += w[i] * math.Log(p[i])
	}
	return sum
}

// best maximizes f over (low, high) without knowing anything of it: a scan, then thirds around the best point.
func best(low, high float64, f func(float64) float64) float64 {
	const steps = 20000
	step := (high - low) / steps
	at, top := low, math.Inf(-1)
	for k := range steps {
		if x := low + (float64(k)+0.5)*step; f(x) > top {
			at, top = x, f(x)
		}
	}
	low, high = at-step, at+step
	for range 200 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if f(a) < f(b) {
			low = a
		} else {
			high = b
		}
	}
	return math.Max(top, f((low+high)/2))
}

// multinomialMean maximizes over all probabilities but two, which the mean and the sum fix: steps along each axis that
// shrink when none helps. The function is concave and smooth, so that is enough.
func multinomialMean(scores, w []float64, s float64) float64 {
	n := len(w)
	p := make([]float64, n)
	value := func(free []float64) float64 {
		sum, mean := 0.0, 0.0
		for i, x := range free {
			p[i+1] = x
			sum += x
			mean += x * scores[i+1]
		}
		p[n-1] = (s - mean - (1-sum)*scores[0]) / (scores[n-1] - scores[0])
		p[0] = 1 - sum - p[n-1]
		return logLikelihood(w, p)
	}
	x := make([]float64, n-2)
	for i := range x {
		x[i] = 0.2 / float64(n)
	}
	top := value(x)
	for step := 0.1; step > 1e-9; {
		improved := false
		for i := range x {
			for _, d := range []float64{step, -step} {
				x[i] += d
				if v := value(x); v > top {
					top, improved = v, true
				} else {
					x[i] -= d
				}
			}
		}
		if !improved {
			step /= 2
		}
	}
	return top
}

// Blocks of several games, also with scores that are not evenly spaced, against a general numeric maximizer.
func TestSPRT_LLR_Multinomial(t *testing.T) {
	uneven := stats.Support{Scores: []float64{0, 0.1, 0.45, 1}}
	for _, c := range []struct {
		on     stats.Support
		counts []int64
	}{
		{stats.Steps(4), []int64{20, 110, 250, 130, 25}},
		{stats.Steps(4), []int64{5, 11, 9, 80, 31}},
		{stats.Steps(6), []int64{3, 10, 20, 31, 22, 12, 4}},
		{uneven, []int64{40, 30, 50, 60}},
	} {
		test := stats.SPRT{Elo0: -10, Elo1: 25, Alpha: 0.05, Beta: 0.05}
		w := weights(c.counts)
		want := multinomialMean(c.on.Scores, w, stats.EloToScore(25)) - multinomialMean(c.on.Scores, w, stats.EloToScore(-10))
		near(t, "LLR", test.LLR(c.on, c.counts), want, 1e-5)
	}
}

// A sparse support is the multinomial of the results seen and the two ends.
func TestSPRT_LLR_Sparse(t *testing.T) {
	many := stats.Steps(20)
	counts := make([]int64, 21)
	counts[3], counts[10], counts[11], counts[20] = 40, 30, 50, 7
	few := stats.Support{Scores: []float64{0, 0.15, 0.5, 0.55, 1}}
	if !many.Sparse || few.Sparse {
		t.Fatal("want a support of 21 results to be sparse, and one of 5 not")
	}
	test := stats.SPRT{Elo0: -10, Elo1: 25, Alpha: 0.05, Beta: 0.05}
	near(t, "LLR", test.LLR(many, counts), test.LLR(few, []int64{0, 40, 30, 50, 7}), 1e-9)
}

// Wald's bounds at 0.05 are ±2.94, the numbers of every fishtest page.
func TestSPRT_Bounds(t *testing.T) {
	lower, upper := stats.SPRT{Elo0: 0, Elo1: 2, Alpha: 0.05, Beta: 0.05}.Bounds()
	nearInterval(t, "bounds", stats.Interval{Low: lower, High: upper}, -2.94, 2.94, 0.005)
	lower, upper = stats.SPRT{Alpha: 0.01, Beta: 0.1}.Bounds()
	nearInterval(t, "bounds", stats.Interval{Low: lower, High: upper}, math.Log(0.1/0.99), math.Log(90), 1e-12)
}

func TestSPRT_Check(t *testing.T) {
	good := stats.SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	if err := good.Check(stats.Steps(4)); err != nil {
		t.Fatal(err)
	}
	pair := stats.Steps(4)
	for _, c := range []struct {
		change func(*stats.SPRT)
		on     stats.Support
		want   string
	}{
		{func(s *stats.SPRT) { s.Alpha = 1.7 }, pair, "alpha: must be in (0, 0.5), have 1.7"},
		{func(s *stats.SPRT) { s.Beta = 0 }, pair, "beta: must be in (0, 0.5), have 0"},
		{func(s *stats.SPRT) { s.Elo0 = math.NaN() }, pair, "elo0: must be in [-1000, 1000], have NaN"},
		{func(s *stats.SPRT) { s.Elo1 = 2000 }, pair, "elo1: must be in [-1000, 1000], have 2000"},
		{func(s *stats.SPRT) { s.Elo1 = -3 }, pair, "elo1: must be above elo0 = 0, have -3"},
		{func(*stats.SPRT) {}, stats.Support{Scores: []float64{0.5, 1}}, "elo0: must give a score in (0.5, 1), have 0.5"},
	} {
		test := good
		c.change(&test)
		_, err := test.Start(c.on)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", test, err, c.want)
		}
	}
}
