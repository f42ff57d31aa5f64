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
	near(t, "half a normal interval", stats.Fitness{SE: 2}.Half(), 3.92, 1e-12)
	if f, want := (stats.Figure{Mean: 1, Low: -2, High: 3}).Opposite(), (stats.Figure{Mean: -1, Low: -3, High: 2}); f != want {
		t.Errorf("the opposite is %+v, want %+v", f, want)
	}
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

// The share of intervals that contain the true share, of 4,000 samples each: three pairs, of even, unequal and lopsided
// strength, whose two games of a deal go with, against or past each other. With few games of a lopsided pair there are
// too few outcomes to come closer to 95 than 99.
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

// A difference of which nothing has been seen is not known to be nothing; with many blocks the interval is Student's.
func TestShareDifference(t *testing.T) {
	var none stats.Paired
	for range 4 {
		none.Add(2, 2)
	}
	few := none.Diff.Figure(2, stats.Level).ShareDifference(2, stats.Level)
	if few.Mean != 0 || few.Low > -0.2 || few.High < 0.2 {
		t.Errorf("four equal blocks: %+v", few)
	}
	if one := (stats.Tally{N: 1, Sum: 1, SumSq: 1}).Figure(2, stats.Level).ShareDifference(2, stats.Level); one.Low < -1 || one.High > 1 {
		t.Errorf("one block: %+v", one)
	}
	rng, many := rand.New(rand.NewPCG(1, 1)), stats.Paired{}
	for range 20_000 {
		many.Add(int64(rng.IntN(3)), int64(rng.IntN(2)))
	}
	e := many.Diff.Figure(2, stats.Level)
	for what, got := range map[string]stats.Figure{"share": e.ShareDifference(2, stats.Level), "lead": stats.Stratified([]stats.Tally{many.Diff}, 2, 2, stats.Level)} {
		nearInterval(t, "20,000 blocks: "+what, got.Interval(), e.Low, e.High, 1e-4)
	}
}

// A lead of which nothing has been seen is not known to be nothing, either.
func TestStratified_difference(t *testing.T) {
	lead := func(p stats.Paired) stats.Figure { return stats.Stratified([]stats.Tally{p.Diff}, 2, 2, stats.Level) }
	var none, all stats.Paired
	for range 4 {
		none.Add(2, 2)
		all.Add(2, 0)
	}
	few := lead(none)
	if few.Mean != 0 || few.Low > -0.2 || few.High < 0.2 {
		t.Errorf("four equal blocks: %+v", few)
	}
	if e := lead(all); e.Mean != 1 || e.Low > 0.8 {
		t.Errorf("four blocks won: %+v", e)
	}
}

// The share of intervals that contain the true lead, of 2,000 samples each. The unit is a block of two games with one
// opponent, or a map with a block of each of five, of which some are always beaten; of each game another part is luck
// that both players have. Intervals are wider than need be where little is seen, as with three maps.
func TestStratified_coverage(t *testing.T) {
	for _, c := range []struct {
		units, opponents int
		apart            bool // units of each opponent alone
		share, lead      float64
		correlation      float64
		most             float64 // percent
	}{
		{6, 1, true, 0.5, 0, 0, 99.2},
		{30, 1, true, 0.5, 0.2, 0.5, 97},
		{100, 1, true, 0.9, 0.05, 0.2, 97},
		{20, 5, true, 0.5, 0.1, 0.2, 98.6},
		{60, 5, true, 0.8, 0, 0.5, 98.2},
		{200, 5, true, 0.3, 0.2, 0, 97},
		{3, 5, false, 0.5, 0.1, 0.2, 100},
		{5, 5, false, 0.8, 0, 0.2, 99.6},
		{14, 5, false, 0.5, 0.1, 0, 97.5},
		{50, 5, false, 0.4, 0.1, 0.8, 97.2},
	} {
		const samples = 2000
		rng, held := rand.New(rand.NewPCG(uint64(c.units), uint64(c.opponents))), 0
		block := func(opponent int) (d int64) {
			first, second := c.share+c.lead/2, c.share-c.lead/2
			if opponent >= 3 { // always beaten
				first, second = 1, 1
			}
			for range 2 {
				x, y := rng.Float64(), rng.Float64()
				if rng.Float64() < c.correlation {
					y = x
				}
				if x < first {
					d++
				}
				if y < second {
					d--
				}
			}
			return d
		}
		truth := c.lead * float64(min(3, c.opponents)) / float64(c.opponents)
		for range samples {
			by := make([]stats.Tally, c.opponents)
			for k := range c.units {
				if c.apart {
					by[k%c.opponents].Add(block(k % c.opponents))
					continue
				}
				sum := int64(0)
				for o := range c.opponents {
					sum += block(o)
				}
				by[0].Add(sum)
				by[0].Blocks += int64(c.opponents)
			}
			i := stats.Stratified(by, 2, 2, stats.Level)
			if !c.apart { // the sums of five blocks
				i = stats.Stratified(by[:1], float64(2*c.opponents), 2, stats.Level)
			}
			if i.Low <= truth+1e-9 && truth-1e-9 <= i.High {
				held++
			}
		}
		if percent := 100 * float64(held) / samples; percent < 94 || percent > c.most {
			t.Errorf("%+v: %.1f %% hold, want 94 to %v", c, percent, c.most)
		}
	}
}

// Five looks at differences without a lead are wrong on one side in 2.5 %, by the normal distribution that their levels
// are made for; between bounds that chance keeps of 20,000 walks.
func TestInterimLevel(t *testing.T) {
	rng, wrong := rand.New(rand.NewPCG(3, 4)), 0
	for range 20_000 {
		sum := 0.0
		for look := range stats.InterimErrors {
			sum += rng.NormFloat64()
			if z := sum / math.Sqrt(float64(look+1)); z > math.Sqrt2*math.Erfinv(stats.InterimLevel(look, 0)) {
				wrong++
				break
			}
		}
	}
	if share := float64(wrong) / 20_000; share < 0.0220 || share > 0.0278 {
		t.Errorf("%.4f are wrong, want 0.025", share)
	}
	if once, again := 1-stats.InterimLevel(2, 0), 1-stats.InterimLevel(2, 1); math.Abs(once-2*again) > 1e-12 {
		t.Errorf("errors of %v, then %v", once, again)
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
