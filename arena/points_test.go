package arena_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

// Games whose scores are not wins: statistics are of points, whatever a score unit is
// and whether a player can lose some.

// ones are the scores of player x in every single game of a pair, two for each block.
func ones(t *testing.T, x, y engine.Player, s arena.Pair) (scores []float64) {
	t.Helper()
	for i := range s.Len() {
		seed := s.Block(i).Seed
		o, p := stakes.Play(seed, []engine.Player{x, y}), stakes.Play(seed, []engine.Player{y, x})
		scores = append(scores, float64(o.Score[0])/2, float64(p.Score[1])/2)
	}
	return scores
}

func variance(xs []float64) float64 {
	_, se := moments(xs)
	return se * se * float64(len(xs))
}

// Elo, counts and what pairing saved are those of the games one by one, with a share
// of the points of (points+2)/4.
func TestArena_Test_points(t *testing.T) {
	x, y := drawer{luck: 1, strength: 0.1}, drawer{luck: 2}
	for seed := range uint64(5) {
		const blocks = 200
		a := arena.New(stakes, 2)
		got := guard.Value(a.Test(context.Background(), stats.SPRT{Elo0: -500, Elo1: 500, Alpha: 1e-300, Beta: 1e-300}, [2]engine.Player{x, y}, arena.Pair{Blocks: blocks, Seed: seed}, nil))(t)
		games := ones(t, x, y, arena.Pair{Blocks: blocks, Seed: seed})
		var sums []float64
		counts := make([]int64, 17)
		for i := 0; i < len(games); i += 2 {
			sum := games[i] + games[i+1]
			sums = append(sums, sum)
			counts[int(2*(sum+4))]++ // half points of a block, from -4
		}
		mean, _ := moments(games)
		elo, interval := got.Elo()
		if !near(elo, stats.ScoreToElo((mean+2)/4)) || !(interval.Low < elo && elo < interval.High) {
			t.Errorf("seed %d: Elo: want that of %v, have %v in %v", seed, (mean+2)/4, elo, interval)
		}
		if want := 2 * variance(games) / variance(sums); !near(got.VarianceSaved(), want) {
			t.Errorf("seed %d: saved: want %v, have %v", seed, want, got.VarianceSaved())
		}
		if !slices.Equal(got.Counts, counts) {
			t.Errorf("seed %d: counts: want %v, have %v", seed, counts, got.Counts)
		}
		for k, share := range a.Support().Scores {
			if share != float64(k)/16 {
				t.Errorf("result %d: want a share of %v, have %v", k, float64(k)/16, share)
			}
		}
	}
}

// A support has as many results as a block can have, at most 1,001.
func TestArena_Support(t *testing.T) {
	for _, c := range []struct {
		info    engine.Info
		results int
		sparse  bool
	}{
		{engine.Info{ZeroSum: true, ScoreUnit: 1, Mean: 0.5, Max: 1}, 5, false},
		{engine.Info{ZeroSum: true, ScoreUnit: 2, Mean: 0.5, Max: 1}, 5, false}, // a draw is half a win
		{engine.Info{ZeroSum: true, ScoreUnit: 1, Min: -1, Max: 1}, 5, false},
		{engine.Info{ScoreUnit: 1, Mean: 0.5, Max: 1}, 5, false},
		{engine.Info{ScoreUnit: 1, Mean: 1, Max: 3}, 13, true},
		{stakes.Info(), 17, true},
		{engine.Info{ZeroSum: true, ScoreUnit: 100, Min: -200, Max: 200}, 1001, true},
	} {
		c.info.Seats = 2
		on := arena.New(fake{info: c.info}, 1).Support()
		if len(on.Scores) != c.results || on.Sparse != c.sparse {
			t.Errorf("%+v: want %d results, sparse %v, have %d, %v", c.info, c.results, c.sparse, len(on.Scores), on.Sparse)
		}
	}
}

// Of many results, each counts at the nearest thousandth.
func TestArena_Test_fine(t *testing.T) {
	a := arena.New(alike(engine.Info{Seats: 2, ZeroSum: true, ScoreUnit: 100, Min: -200, Max: 200}, 12_345, -12_345), 1)
	got := guard.Value(a.Test(context.Background(), fair, [2]engine.Player{}, arena.Pair{Blocks: 1, Seed: 1}, nil))(t)
	// The first seat gains with either player: a block is even.
	if got.Counts[500] != 1 || got.Blocks != (stats.Tally{N: 1}) {
		t.Errorf("want one even block, have %v", got.Blocks)
	}
	a = arena.New(alike(engine.Info{Seats: 2, ScoreUnit: 100, Min: -200, Max: 200}, 20_000, 20_000), 1)
	if got, err := a.Test(context.Background(), fair, [2]engine.Player{}, arena.Pair{Blocks: 1, Seed: 1}, nil); err != nil || got.Counts[500] != 1 {
		t.Errorf("want one even block, have %v (%v)", got, err)
	}
}

// alike is a game that always ends with the same scores.
func alike(info engine.Info, scores ...int64) fake {
	return fake{info, func(uint64, []engine.Player) (o engine.Outcome) {
		copy(o.Score[:], scores)
		return o
	}}
}

// Ratings of players that lose points follow their shares of the points: of two players
// the difference is the Elo of the share.
func TestCrosstable_Ratings_points(t *testing.T) {
	for _, strengths := range [][]float64{{0, 0.2}, {0, -0.3, 0.3, 0.1}, {0.2, -5, 0}} {
		var ps []engine.Player
		for i, s := range strengths {
			ps = append(ps, drawer{luck: uint64(i), strength: s})
		}
		a := arena.New(stakes, 2)
		rr := arena.RoundRobin{Players: len(ps), Seats: 2, Rounds: 400, Seed: 3}
		r := guard.Value(a.Play(context.Background(), ps, rr))(t)
		st := a.Crosstable(len(ps), rr, r)
		ratings := guard.Value(st.Ratings())(t)
		elo := func(place int) float64 { return ratings.Elo[st.Order[place].Player] }
		sum, total := 0.0, 0.0
		for i, p := range st.Order {
			sum, total = sum+elo(i), total+p.Mean
			if r := ratings.Interval[p.Player]; !(r.Low < elo(i) && elo(i) < r.High) {
				t.Errorf("%v: place %d: have %v in %v", strengths, i, elo(i), r)
			}
			if i > 0 && !(elo(i-1) > elo(i) && strengths[st.Order[i-1].Player] > strengths[p.Player]) {
				t.Errorf("%v: place %d: want the order of strength in Elo, have %+v", strengths, i, ratings)
			}
		}
		if math.Abs(sum) > 1e-6 || math.Abs(total) > 1e-9 {
			t.Errorf("%v: want means of 0, have Elo %v, points %v", strengths, sum, total)
		}
		if len(ps) == 2 {
			if have, want := elo(0)-elo(1), stats.ScoreToElo((st.Order[0].Mean+2)/4); math.Abs(have-want) > 1e-6 {
				t.Errorf("difference: want %v, have %v", want, have)
			}
		}
		matrix := st.Matrix()
		for i := range matrix {
			for j := range matrix {
				if !near(matrix[i][j], -matrix[j][i]) || i < j && matrix[i][j] <= 0 {
					t.Errorf("%v: matrix %v", strengths, matrix)
				}
			}
		}
	}
}

// The squares of the largest scores that there may be fit into a result.
func TestArena_Play_largest(t *testing.T) {
	info := engine.Info{Seats: 4, ScoreUnit: 1, Min: -engine.MaxScore, Max: engine.MaxScore}
	for _, score := range []int64{-engine.MaxScore, engine.MaxScore} {
		r, err := arena.New(alike(info, score, score, score, score), 1).Play(context.Background(), numbers(4), arena.Pair{Blocks: 1})
		if err != nil || r[0].Square != 4*engine.MaxScore*engine.MaxScore || r[0].Score[3] != 4*score {
			t.Errorf("%d: have %+v (%v)", score, r, err)
		}
	}
}
