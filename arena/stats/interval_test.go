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

func TestCorrected(t *testing.T) {
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
