package stats_test

import (
	"math"
	"testing"

	"bloodline/arena/stats"
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

// The four examples of Newcombe, "Two-sided confidence intervals for the single
// proportion" (1998), table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		wins, n   int64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
		{20, 20, 1 - 0.1611, 1},
	} {
		nearInterval(t, "Wilson", stats.Wilson(c.wins, c.n, 0.95), c.low, c.high, 0.00005)
	}
	if have := stats.Wilson(0, 0, 0.95); have != (stats.Interval{Low: 0, High: 1}) {
		t.Errorf("no trials give %v, want everything", have)
	}
	if low := stats.Wilson(0, 7, 0.95).Low; low != 0 {
		t.Errorf("no wins: low = %v, want 0", low)
	}
}

// Wilson's ends are where the observed share is exactly z standard deviations of
// the assumed share away: the definition, not the formula.
func TestWilson_Definition(t *testing.T) {
	const z = 1.959963985
	for n := int64(1); n < 40; n++ {
		for wins := int64(1); wins < n; wins++ {
			share := float64(wins) / float64(n)
			i := stats.Wilson(wins, n, 0.95)
			for _, p := range []float64{i.Low, i.High} {
				near(t, "z", math.Abs(share-p)/math.Sqrt(p*(1-p)/float64(n)), z, 1e-6)
			}
		}
	}
}

func TestInterval(t *testing.T) {
	i := stats.Interval{Low: 0.25, High: 0.75}
	if !i.Contains(0.25) || !i.Contains(0.75) || i.Contains(0.76) || i.Contains(math.NaN()) {
		t.Error("an interval holds its ends and nothing beyond")
	}
	if i.Width() != 0.5 {
		t.Errorf("width %v, want 0.5", i.Width())
	}
	elo := i.Elo()
	near(t, "Elo of 3:1", elo.High, 190.85, 0.005)
	near(t, "symmetry", elo.Low, -elo.High, 1e-9)
	near(t, "corrected level", stats.Corrected(0.95, 10), 0.995, 1e-12)
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
