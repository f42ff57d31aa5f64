package stats_test

import (
	"math"
	"math/big"
	"testing"

	"bloodline/engine/stats"

	"pgregory.net/rapid"
)

// Student's sleep data (Cushny and Peebles 1905, "sleep" in R), in tenths of an hour. R's t.test gives for the pairs t
// = -4.0621, df = 9, mean -1.58, interval (-2.4598858, -0.7001142); for the groups apart (Welch) df = 17.776, interval
// (-3.3654832, 0.2054832).
var sleep = [2][10]int64{
	{7, -16, -2, -12, -1, 34, 37, 8, 0, 20},
	{19, 8, 11, 1, -1, 44, 55, 16, 46, 34},
}

func TestPaired_Sleep(t *testing.T) {
	var p stats.Paired
	for i := range sleep[0] {
		p.Add(sleep[0][i], sleep[1][i])
	}
	e := p.Diff.Figure(10, 0.95)
	near(t, "mean", e.Mean, -1.58, 1e-12)
	near(t, "t", e.Mean/e.SE, -4.0621, 0.00005)
	near(t, "df", e.DF, 9, 0)
	nearInterval(t, "interval", e.Interval(), -2.4598858, -0.7001142, 5e-8)
}

func TestStratified_Sleep(t *testing.T) {
	var strata [2]stats.Tally
	for k := range sleep {
		for _, x := range sleep[k] {
			strata[k].Add(x)
		}
	}
	e := stats.Stratified(strata[:], 10, 0, 0.95)
	// The mean of two groups has half the error of their difference.
	near(t, "mean", e.Mean, (0.75+2.33)/2, 1e-12)
	near(t, "df", e.DF, 17.776, 0.0005)
	near(t, "half width", (e.High-e.Low)/2, (3.3654832+0.2054832)/4, 5e-8)
}

func TestEstimate_Unknown(t *testing.T) {
	var one stats.Tally
	one.Add(5)
	for name, e := range map[string]stats.Figure{
		"one block":    one.Figure(1, 0.95),
		"no block":     stats.Tally{}.Figure(1, 0.95),
		"no strata":    stats.Stratified(nil, 1, 0, 0.95),
		"thin stratum": stats.Stratified([]stats.Tally{one, {N: 3, Sum: 3, SumSq: 3}}, 1, 0, 0.95),
	} {
		if !math.IsInf(e.SE, 1) || !math.IsInf(e.Low, -1) || !math.IsInf(e.High, 1) {
			t.Errorf("%s: SE %v, interval %v, want infinite ones", name, e.SE, e.Interval())
		}
	}
	same := stats.Tally{N: 3, Sum: 6, SumSq: 12}
	for _, e := range []stats.Figure{same.Figure(1, 0.95), stats.Stratified([]stats.Tally{same, same}, 1, 0, 0.95)} {
		if e.Interval() != (stats.Interval{Low: 2, High: 2}) || e.SE != 0 {
			t.Errorf("equal blocks give %+v, want exactly 2", e)
		}
	}
}

// The variance is judged by exact arithmetic over the blocks themselves, at sizes
// where sums of floats would cancel, and the tally by every split of the blocks.
func TestTally_Exact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		offset := rapid.Int64Range(-1<<42, 1<<42).Draw(t, "offset")
		xs := rapid.SliceOfN(rapid.Int64Range(-3, 3), 2, 8).Draw(t, "xs")
		cut := rapid.IntRange(0, len(xs)).Draw(t, "cut")
		var whole, left, right stats.Tally
		for i := range xs {
			xs[i] += offset
			whole.Add(xs[i])
			if i < cut {
				left.Add(xs[i])
			} else {
				right.Add(xs[i])
			}
		}
		right.Merge(left)
		if right != whole {
			t.Fatalf("parts give %+v, the whole %+v", right, whole)
		}
		n := int64(len(xs))
		mean := big.NewRat(0, 1)
		for _, x := range xs {
			mean.Add(mean, big.NewRat(x, n))
		}
		sum := big.NewRat(0, 1)
		for _, x := range xs {
			d := new(big.Rat).Sub(big.NewRat(x, 1), mean)
			sum.Add(sum, d.Mul(d, d))
		}
		want, _ := sum.Quo(sum, big.NewRat(n-1, 1)).Float64()
		if have := whole.Var(); math.Abs(have-want) > 1e-12*want {
			t.Fatalf("variance of %v: %v, want %v", xs, have, want)
		}
	})
}

// A million blocks of the largest scores, in which a few more or less are seen.
func TestTally_Large(t *testing.T) {
	const n, x = 1 << 20, 1 << 42
	var tally, one stats.Tally
	one.Add(x)
	for range 20 {
		tally, one = one, stats.Tally{}
		one.Merge(tally)
		one.Merge(tally)
	}
	near(t, "variance of equal scores", one.Var(), 0, 0)
	tally.Merge(tally)
	tally.Add(x - 1)
	tally.Add(x - 3)
	mean := 4. / (n + 2)
	near(t, "variance", tally.Var(), (10-4*mean)/(n+1), 1e-15)
	near(t, "mean", tally.Figure(1<<42, 0).Mean, 1, 1e-12)
}
