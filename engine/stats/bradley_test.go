package stats_test

import (
	"math"
	"testing"

	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

const eloPerLogit = 400 / math.Ln10

// The games of the American League East of 1987 (Agresti, "Categorical Data Analysis"): wins of row over column among
// Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
var baseball = [][]float64{
	{0, 7, 9, 7, 7, 9, 11},
	{6, 0, 7, 5, 11, 9, 9},
	{4, 6, 0, 7, 7, 8, 12},
	{6, 8, 6, 0, 6, 7, 10},
	{6, 2, 6, 7, 0, 7, 12},
	{4, 4, 5, 6, 6, 0, 6},
	{2, 4, 1, 3, 1, 7, 0},
}

func difference(t *testing.T, scores [][]float64, prior float64, i, j int) (elo, se float64) {
	t.Helper()
	return guard.Value(stats.BradleyTerry(scores, nil, 0, prior))(t).Difference(i, j)
}

// Abilities against Baltimore with their errors, in log-odds, as printed in the
// vignette of R's BradleyTerry2 (model without home advantage).
func TestBradleyTerry_Baseball(t *testing.T) {
	r, err := stats.BradleyTerry(baseball, nil, 0, 0)
	guard.Must(t, err)
	sum := 0.0
	for i, want := range [][2]float64{
		{1.5814, 0.3433}, {1.4364, 0.3396}, {1.2945, 0.3367}, {1.2476, 0.3359}, {1.1077, 0.3339}, {0.6839, 0.3319},
	} {
		elo, se := difference(t, baseball, 0, i, 6)
		near(t, "ratings", r.Elo[i]-r.Elo[6], elo, 1e-8)
		near(t, "ability", elo/eloPerLogit, want[0], 0.00005)
		near(t, "error", se/eloPerLogit, want[1], 0.00005)
	}
	for i := range r.Elo {
		sum += r.Elo[i]
	}
	near(t, "sum of ratings", sum, 0, 1e-8)
}

// Two players: the difference is the logit of the share, its error 1/sqrt(n·p·(1-p)), and each lies half of both from
// the middle. A prior of k keeps the symmetry; even scores then stay even.
func TestBradleyTerry_TwoPlayers(t *testing.T) {
	scores := [][]float64{{0, 7.5}, {2.5, 0}}
	r, err := stats.BradleyTerry(scores, nil, 0, 0)
	guard.Must(t, err)
	near(t, "rating", r.Elo[0], stats.ScoreToElo(0.75)/2, 1e-8)
	near(t, "mirror", r.Elo[1], -r.Elo[0], 1e-8)
	elo, se := difference(t, scores, 0, 0, 1)
	near(t, "difference", elo, stats.ScoreToElo(0.75), 1e-8)
	near(t, "error", se, eloPerLogit/math.Sqrt(10*0.75*0.25), 1e-8)
	near(t, "half width", (r.Interval[0].High-r.Interval[0].Low)/2, 1.959964*se/2, 1e-4)
}

// An undefeated player with a prior of k: by symmetry theta and -theta, and the derivative of the penalized likelihood
// is zero where n·(1-p(2θ)) = k·(p(θ)-1/2), found here by halving. The information of the difference is n·p(1-p)(2θ) +
// k/2·p(1-p)(θ).
func TestBradleyTerry_Prior(t *testing.T) {
	const n, k = 10.0, 2.0
	p := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	low, high := 0.0, 20.0
	for range 100 {
		theta := (low + high) / 2
		if n*(1-p(2*theta)) > k*(p(theta)-0.5) {
			low = theta
		} else {
			high = theta
		}
	}
	scores := [][]float64{{0, n}, {0, 0}}
	r, err := stats.BradleyTerry(scores, nil, 0, k)
	guard.Must(t, err)
	elo, se := difference(t, scores, k, 0, 1)
	near(t, "ratings", r.Elo[0]-r.Elo[1], elo, 1e-8)
	near(t, "difference", elo, 2*low*eloPerLogit, 1e-7)
	information := n*p(2*low)*(1-p(2*low)) + k/2*p(low)*(1-p(low))
	near(t, "error", se, eloPerLogit/math.Sqrt(information), 1e-6)
}

// Players that no chain of points connects have no ratings without a prior.
func TestBradleyTerry_Errors(t *testing.T) {
	for _, scores := range [][][]float64{
		{{0, 1}, {0, 0}},
		{{0, 0}, {1, 0}},
		{{0, 1, 0}, {1, 0, 0}, {0, 0, 0}},
		{{0, 5, 9, 9}, {5, 0, 9, 9}, {0, 0, 0, 5}, {0, 0, 5, 0}},
	} {
		if r, err := stats.BradleyTerry(scores, nil, 0, 0); err == nil {
			t.Errorf("%v: have %v", scores, r)
		}
		if _, err := stats.BradleyTerry(scores, nil, 0, 0.5); err != nil {
			t.Errorf("%v with a prior: %v", scores, err)
		}
	}
	// No games were played: the prior alone says that all are equal.
	r, err := stats.BradleyTerry([][]float64{{0, 0}, {0, 0}}, nil, 0, 1)
	if err != nil || r.Elo[0] != 0 || r.Elo[1] != 0 {
		t.Errorf("no games with a prior: %v, error %v, want zeros", r, err)
	}
}

// Of two players it is fastchess's error. Its own test has pairs of games with 34, 54, 63, 64 and 75 of 0 to 2 points:
// Elo 55.58 ± 27.65 (app/tests/elo_test.cpp, "EloPentanomial 1"). The last one is the trinomial of 400 games of which
// 95 % are draws, 400/ln(10)·4·1.96·sqrt(0.0125/400): without draws it would be ± 34.05. Ours adds a game.
func TestBradleyTerry_draws(t *testing.T) {
	for _, c := range []struct {
		counts     []float64 // from none of the points to all
		elo, error float64
	}{
		{[]float64{34, 54, 63, 64, 75}, 55.58, 27.65},
		{[]float64{10, 380, 10}, 0, 7.61},
	} {
		n, sum, squares := 0.0, 0.0, 0.0
		for k, count := range c.counts {
			x := float64(k) / float64(len(c.counts)-1)
			n, sum, squares = n+count, sum+count*x, squares+count*x*x
		}
		squares -= sum * sum / n
		r, err := stats.BradleyTerry([][]float64{{0, sum}, {n - sum, 0}}, [][]float64{{0, squares}, {squares, 0}}, -1, 0)
		guard.Must(t, err)
		near(t, "difference", r.Elo[0]-r.Elo[1], c.elo, 0.005)
		near(t, "error", r.Interval[0].High-r.Interval[0].Low, c.error, 0.03*c.error)
	}
	// Nine of ten games without draws have an information of 0.9, and a variance of 0.9 and that of one game more.
	r, err := stats.BradleyTerry([][]float64{{0, 9}, {1, 0}}, [][]float64{{0, 0.9}, {0.9, 0}}, -1, 0)
	guard.Must(t, err)
	near(t, "error", r.Interval[0].High-r.Interval[0].Low, 1.959964*eloPerLogit*math.Sqrt(0.99/0.81), 1e-3)
}
