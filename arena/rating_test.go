package arena_test

import (
	"math"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/internal/guard"
)

// drawish is a game of two in which one deal in 20 has a winner, the same in both seatings.
var drawish = fake{engine.Info{Name: "drawish", Seats: 2, ZeroSum: true, ScoreUnit: 2, Mean: 0.5, Max: 1}, func(seed uint64, seats []engine.Player) (out engine.Outcome) {
	out.Score = [engine.MaxSeats]int64{1, 1}
	if u := roll.Unit(roll.Mix(seed)); u < 0.05 {
		winner := slices.Index(seats, engine.Player(int(40*u)))
		out.Score[winner], out.Score[1-winner] = 2, 0
	}
	return out
}}

// Of 338 deals that are draws in 95 % of all cases, and else won by one player in both seatings, a rating has ±4 and
// not ±18.5, which is the error of games without draws: fastchess's trinomial formula with the counts of the deals.
func TestCrosstable_Ratings_draws(t *testing.T) {
	const deals = 338
	a := arena.New(drawish, 1)
	s := arena.RoundRobin{Players: 2, Seats: 2, Rounds: deals, Seed: 1}
	results := guard.Value(a.Play(t.Context(), numbers(2), s))(t)
	r := guard.Value(a.Crosstable(2, s, results).Ratings())(t)
	sum, squares := 0.0, 0.0
	for i, x := range results {
		b := s.Block(i)
		share := float64(x.Score[slices.Index(b.Lineup[:2], 0)]) / 4
		sum, squares = sum+share, squares+share*share
	}
	mean := sum / deals
	variance := (squares/deals - mean*mean) / deals
	elo := func(x float64) float64 { return -400 * math.Log10(1/x-1) }
	want := (elo(mean+1.96*math.Sqrt(variance)) - elo(mean-1.96*math.Sqrt(variance))) / 4 // a player is half of the difference from the mean
	got := (r.Interval[0].High - r.Interval[0].Low) / 2
	if math.Abs(got-want) > 0.05*want || got < 3 || got > 5 || math.Abs(2*r.Elo[0]-elo(mean)) > 1e-6 {
		t.Errorf("Elo %.2f ± %.2f, want %.2f ± %.2f", r.Elo[0], got, elo(mean)/2, want)
	}
}

// chips is a game for chips in which a player wins or loses a small part of the range: by its strength, by luck of the
// deal that all seats have in common, and by its own luck.
var chips = fake{engine.Info{Name: "chips", Seats: 2, ScoreUnit: 1e6, Points: "chip", Min: -1000, Max: 1000}, func(seed uint64, seats []engine.Player) (out engine.Outcome) {
	for s, p := range seats {
		x := 10*float64(p.(int)) + 40*roll.Unit(roll.Mix(seed)) + 30*roll.Unit(roll.Mix(seed, uint64(1+p.(int))))
		out.Score[s] = int64(math.Round(1e6 * x))
	}
	return out
}}

// The interval of scores is as wide as ratings of other deals differ, whatever small part of the range they are.
func TestCrosstable_Ratings_scores(t *testing.T) {
	const players, times = 4, 200
	a := arena.New(chips, 1)
	for _, rounds := range []int{5, 20} {
		var sum, squares, half float64
		for seed := range uint64(times) {
			s := arena.RoundRobin{Players: players, Seats: 2, Rounds: rounds, Seed: seed}
			results := guard.Value(a.Play(t.Context(), numbers(players), s))(t)
			r := guard.Value(a.Crosstable(players, s, results).Ratings())(t)
			sum, squares = sum+r.Elo[0], squares+r.Elo[0]*r.Elo[0]
			half += (r.Interval[0].High - r.Interval[0].Low) / 2 / times
		}
		spread := 1.96 * math.Sqrt((squares-sum*sum/times)/(times-1))
		if half < 0.85*spread || half > 1.2*spread || spread > 3 {
			t.Errorf("%d rounds: mean interval ±%.2f, ratings differ by ±%.2f", rounds, half, spread)
		}
	}
}
