package stats_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"bloodline/engine/stats"
)

func near(t *testing.T, what string, have, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(have-want) <= tolerance) {
		t.Errorf("%s = %.8g, want %.8g ± %g", what, have, want, tolerance)
	}
}

func nearInterval(t *testing.T, what string, have stats.Interval, low, high, tolerance float64) {
	t.Helper()
	near(t, what+" low", have.Low, low, tolerance)
	near(t, what+" high", have.High, high, tolerance)
}

func TestCorrected(t *testing.T) {
	near(t, "corrected level", stats.BonferroniLevel(0.95, 10), 0.995, 1e-12)
}

func TestElo(t *testing.T) {
	// 400 points are odds of 10:1; FIDE's table gives 0.76 for 200 and 0.64 for 100.
	near(t, "400", stats.EloToScore(400), 10.0/11, 1e-15)
	near(t, "200", stats.EloToScore(200), 0.76, 0.005)
	near(t, "100", stats.EloToScore(100), 0.64, 0.005)
	near(t, "0", stats.EloToScore(0), 0.5, 0)
	for elo := -900.0; elo <= 900; elo += 37 {
		near(t, "round trip", stats.ScoreToElo(stats.EloToScore(elo)), elo, 1e-9)
	}
	if !math.IsInf(stats.ScoreToElo(0), -1) || !math.IsInf(stats.ScoreToElo(1), 1) || !math.IsNaN(stats.ScoreToElo(1.1)) {
		t.Error("shares 0 and 1 are infinite, beyond is nothing")
	}
}

// The share of intervals that contain the true share, of 4,000 samples each: three pairs, of
// even, unequal and lopsided strength, whose two games of a deal go with, against or past
// each other. With few games of a lopsided pair there are too few outcomes to come closer
// to 95 than 99.
func TestShare_coverage(t *testing.T) {
	for _, pair := range []struct{ share, correlation float64 }{{0.5, -0.3}, {0.7, 0.3}, {0.9, 0}} {
		limit := distuv.UnitNormal.Quantile(pair.share)
		for _, blocks := range []int{5, 10, 20, 50, 200} {
			const samples = 4000
			rng := rand.New(rand.NewPCG(uint64(blocks), 1))
			held := 0
			for range samples {
				var tally stats.Tally
				for range blocks {
					first, own := rng.NormFloat64(), rng.NormFloat64()
					second := pair.correlation*first + math.Sqrt(1-pair.correlation*pair.correlation)*own
					score := int64(0)
					for _, x := range []float64{first, second} {
						if x < limit {
							score++
						}
					}
					tally.Add(score)
				}
				e := tally.Figure(2, 0.95).Share(2, 0.95)
				if e.Low <= pair.share && pair.share <= e.High {
					held++
				}
				if e.Low < 0 || e.High > 1 || e.Mean < e.Low || e.Mean > e.High || e.Low == e.High {
					t.Fatalf("%+v: an interval %v", tally, e.Interval())
				}
			}
			percent, most := 100*float64(held)/samples, 97.9
			if blocks <= 10 {
				most = 99.6
			}
			t.Logf("share %.1f, %3d games: %.1f %%", pair.share, 2*blocks, percent)
			if percent < 93 || percent > most {
				t.Errorf("share %.1f, correlation %.1f, %d games: %.1f %% hold, want 93 to %v", pair.share, pair.correlation, 2*blocks, percent, most)
			}
		}
	}
}

// With independent games, each a block, the interval is Agresti's and Coull's but for
// Student's quantile: (90+1.92)/(100+3.84) ± 1.96·sqrt(0.8852·0.1148/103.84).
func TestShare_independent(t *testing.T) {
	tally := stats.Tally{N: 100, Sum: 90, SumSq: 90}
	e := tally.Figure(1, 0.95).Share(1, 0.95)
	nearInterval(t, "90 of 100", e.Interval(), 0.8239, 0.9465, 0.0015)
	for _, tally := range []stats.Tally{{N: 1, Sum: 2, SumSq: 4}, {N: 200, Sum: 400, SumSq: 800}} {
		e := tally.Figure(2, 0.95).Share(2, 0.95)
		if e.High != 1 || e.Low >= 1 {
			t.Errorf("%d blocks won: %v", tally.N, e.Interval())
		}
	}
}

// A difference of which nothing has been seen is not known to be nothing; with many blocks
// the interval is Student's.
func TestShareDifference(t *testing.T) {
	var none stats.Paired
	for range 4 {
		none.Add(2, 2)
	}
	few := none.Diff.Figure(2, stats.Level).ShareDifference(2, stats.Level)
	if few.Mean != 0 || few.Low > -0.2 || few.High < 0.2 {
		t.Errorf("four equal blocks: %+v", few)
	}
	rng, many := rand.New(rand.NewPCG(1, 1)), stats.Paired{}
	for range 20_000 {
		many.Add(int64(rng.IntN(3)), int64(rng.IntN(2)))
	}
	e := many.Diff.Figure(2, stats.Level)
	got := e.ShareDifference(2, stats.Level)
	nearInterval(t, "20,000 blocks", got.Interval(), e.Low, e.High, 1e-4)
}

// So does the interval for few blocks, and none leaves [-1, 1].
func TestFewDifference(t *testing.T) {
	var none, all, many stats.Paired
	for range 4 {
		none.Add(2, 2)
		all.Add(2, 0)
	}
	few := none.FewDifference(2, 2, stats.Level)
	if few.Mean != 0 || few.Low > -0.2 || few.High < 0.2 {
		t.Errorf("four equal blocks: %+v", few)
	}
	if e := all.FewDifference(2, 2, stats.Level); e.Mean != 1 || e.High != 1 || e.Low > 0.8 {
		t.Errorf("four blocks won: %+v", e)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20_000 {
		many.Add(int64(rng.IntN(3)), int64(rng.IntN(2)))
	}
	e := many.Diff.Figure(2, stats.Level)
	nearInterval(t, "20,000 blocks", many.FewDifference(2, 2, stats.Level).Interval(), e.Low, e.High, 1e-4)
}

// The share of intervals that contain the true difference, of 4,000 samples each: blocks of two games, of which each ends
// otherwise with a probability, mostly for the better.
func TestFewDifference_coverage(t *testing.T) {
	for _, differ := range []float64{0.02, 0.1, 0.4} {
		for _, blocks := range []int{6, 12, 30, 100} {
			const samples = 4000
			rng, held := rand.New(rand.NewPCG(uint64(blocks), 2)), 0
			for range samples {
				var p stats.Paired
				for range blocks {
					d := int64(0)
					for range 2 {
						switch x := rng.Float64(); {
						case x < 0.7*differ:
							d++
						case x < differ:
							d--
						}
					}
					p.Add(d, 0)
				}
				if i := p.FewDifference(2, 2, stats.Level).Interval(); i.Low <= 0.4*differ && 0.4*differ <= i.High {
					held++
				}
			}
			percent := 100 * float64(held) / samples
			t.Logf("%.2f differ, %3d blocks: %.1f %%", differ, blocks, percent)
			if percent < 94 {
				t.Errorf("%.2f differ, %d blocks: %.1f %% hold", differ, blocks, percent)
			}
		}
	}
}

// The first look is that of a 95 % interval, and all looks together are wrong on one side in at most 5 %.
func TestLookLevel(t *testing.T) {
	if got := stats.LookLevel(0); got != stats.Level {
		t.Errorf("the first look has %v", got)
	}
	sum := 0.0
	for k := range 200 {
		level := stats.LookLevel(k)
		if sum += (1 - level) / 2; level >= 1 {
			t.Fatalf("look %d has %v", k, level)
		}
	}
	if sum > 0.05+1e-9 || sum < 0.0499 {
		t.Errorf("all looks are wrong in %v", sum)
	}
	near(t, "the second look", stats.NextLook(0), 2.2414/1.9600, 1e-4) // quantiles of the normal distribution: 0.9875 and 0.975
}
