package arena_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/internal/guard"
)

// list is a schedule written out.
type list []arena.Block

func (l list) Len() int                { return len(l) }
func (l list) Block(i int) arena.Block { return l[i] }

// table makes blocks and results out of rows of lineup and scores.
func rows(rows ...[2][engine.MaxSeats]int32) (s list, r []arena.BlockResult) {
	for _, row := range rows {
		s = append(s, arena.Block{Lineup: row[0]})
		var one arena.BlockResult
		for place, score := range row[1] {
			one.Score[place] = int64(score)
		}
		r = append(r, one)
	}
	return s, r
}

func near(x, y float64) bool { return math.Abs(x-y) < 1e-9 || x == y }

// Two rounds of three players by hand. The first one scores 2 and 1 of 2 against
// the second, so 1.5 of 2 with variance 1/2, and 1 and 2 against the third: a
// share of 3/4. Each stratum's mean has variance 1/4; so the share's standard
// error is sqrt(1/4+1/4)/2 strata/2 units = 0.176776695, with
// (1/4+1/4)²/(1/16+1/16) = 2 degrees of freedom.
//
// The interval of 1/2 by hand: with z² = 3.8415 games, 1.9207 blocks more, the centre is
// 1/2 and the binomial variance 1/8 a block; the variance seen is 4·3/32 = 0.375 where
// 3/8 are due, so the design effect is 1; 0.5 ± 2.364624·sqrt(0.125/5.9207) at 7 degrees of freedom.
// The interval of 3/4: centre (3+0.96036)/5.92073 = 0.668897, variance 0.110737, design effect
// (0.375+0.442947)/(0.28125+0.442947) = 1.129454.
func TestArena_Fold(t *testing.T) {
	s, r := rows(
		[2][engine.MaxSeats]int32{{0, 1}, {2, 0}}, [2][engine.MaxSeats]int32{{0, 2}, {1, 1}}, [2][engine.MaxSeats]int32{{1, 2}, {2, 0}},
		[2][engine.MaxSeats]int32{{0, 1}, {1, 1}}, [2][engine.MaxSeats]int32{{0, 2}, {2, 0}}, [2][engine.MaxSeats]int32{{1, 2}, {1, 1}},
	)
	a := arena.New(draws, 1)
	st := a.Crosstable(3, s, r)
	if a.Unit() != 2 {
		t.Errorf("Unit: want 2, have %g", a.Unit())
	}
	const se = 0.1767766952966369
	even := 2.364624 * math.Sqrt(0.125/5.92073)
	ahead := 2.364624 * math.Sqrt(1.129454*0.110737/5.92073)
	for k, want := range []struct {
		player    int
		mean      float64
		low, high float64
	}{{0, 0.75, 0.668897 - ahead, 1}, {1, 0.5, 0.5 - even, 0.5 + even}, {2, 0.25, 0, 1 - 0.668897 + ahead}} {
		got := st.Order[k]
		if got.Player != want.player || got.Games != 8 || got.N != 4 ||
			!near(got.Mean, want.mean) || !near(got.SE, se) || !near(got.DF, 2) ||
			math.Abs(got.Low-want.low) > 1e-5 || math.Abs(got.High-want.high) > 1e-5 {
			t.Errorf("place %d: want %+v, have %+v", k+1, want, got)
		}
	}
	want := [3][3]stats.Tally{
		{{}, {N: 2, Sum: 3, SumSq: 5}, {N: 2, Sum: 3, SumSq: 5}},
		{{N: 2, Sum: 1, SumSq: 1}, {}, {N: 2, Sum: 3, SumSq: 5}},
		{{N: 2, Sum: 1, SumSq: 1}, {N: 2, Sum: 1, SumSq: 1}, {}},
	}
	for x := range want {
		if !slices.Equal(st.Versus[x], want[x][:]) {
			t.Errorf("player %d: want %v, have %v", x, want[x], st.Versus[x])
		}
	}
}

// Few blocks that all went alike are no sign of a circle: equal players seldom have one in a tournament, however small
// it is and however many players. Three that beat each other in every game of ten deals do.
func TestCrosstable_Cycles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	zeroSum := draws
	zeroSum.info.ZeroSum = true
	a := arena.New(zeroSum, 1)
	for _, c := range []struct{ players, rounds, chances int }{{8, 2, 2}, {8, 2, 1}, {6, 3, 1}, {6, 6, 1}, {3, 10, 0}} {
		const trials = 100
		found := 0
		for range trials {
			s := arena.RoundRobin{Players: c.players, Seats: 2, Rounds: c.rounds}
			results := make([]arena.BlockResult, s.Len())
			for k := range results {
				b, score := s.Block(k), rng.IntN(2)+rng.IntN(2)
				switch c.chances {
				case 1: // a deal decides both of its games
					score = 2 * rng.IntN(2)
				case 0: // 0 beats 1 beats 2 beats 0
					score = 2 * int(b.Lineup[1]-b.Lineup[0]) % 4
				}
				results[k].Score[0], results[k].Score[1] = 0, 2
				for range score {
					results[k].Score[0]++
					results[k].Score[1]--
				}
			}
			if len(a.Crosstable(c.players, s, results).Cycles()) > 0 {
				found++
			}
		}
		if most := trials / 20; c.chances > 0 && found > most || c.chances == 0 && found != trials {
			t.Errorf("%+v: %d of %d tournaments have a circle", c, found, trials)
		}
	}
}

// Four seats, score units of half a point: 8 units of a block are a point a game.
// Player 4 scores 16 and 8 in its blocks, so 2 and 1 points a game.
func TestArena_Fold_four(t *testing.T) {
	s, r := rows(
		[2][engine.MaxSeats]int32{{4, 0, 1, 2}, {16, 8, 0, 0}},
		[2][engine.MaxSeats]int32{{3, 2, 4, 1}, {40, 24, 8, 0}},
	)
	a := arena.New(newFour(), 1)
	st := a.Crosstable(5, s, r)
	if st.Versus != nil || a.Unit() != 8 {
		t.Errorf("want no pairs and unit 8, have %v and %g", st.Versus, a.Unit())
	}
	var order []int
	for _, x := range st.Order {
		order = append(order, x.Player)
	}
	if want := []int{3, 2, 4, 0, 1}; !slices.Equal(order, want) { // 5, 1.5, 1.5, 1, 0
		t.Fatalf("want order %v, have %v", want, order)
	}
	four := st.Order[2]
	if four.Games != 8 || !near(four.Mean, 1.5) || !near(four.SE, 0.5) || four.DF != 1 {
		t.Errorf("player 4: have %+v", four)
	}
	if o := st.Order[3]; o.Games != 4 || o.Mean != 1 || !math.IsInf(o.SE, 1) {
		t.Errorf("player 0: have %+v", o)
	}
}

// Means and intervals of tiny samples are numbers that JSON can hold, within what
// a game can give.
func TestEstimates_tiny(t *testing.T) {
	check := func(what string, e stats.Figure, i engine.Info) {
		t.Helper()
		if _, err := json.Marshal([]float64{e.Mean, e.Low, e.High}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if !(i.Min <= e.Low && e.Low <= e.Mean && e.Mean <= e.High && e.High <= i.Max) {
			t.Errorf("%s: have %+v", what, e)
		}
	}
	for _, c := range []struct {
		game    engine.Game
		players []engine.Player
	}{{draws, drawers(3)}, {newFour(), numbers(9)}, {stakes, drawers(3)}} {
		a, info := arena.New(c.game, 1), c.game.Info()
		check("no block", a.Figure(stats.Tally{}), info)
		check("one block", a.Figure(stats.Tally{N: 1, Sum: 2, SumSq: 4}), info)
		check("one bad block", a.Figure(stats.Tally{N: 1, Sum: int64(info.Min * a.Unit()), SumSq: 4}), info)
		for players := 1; players <= len(c.players); players++ {
			for rounds := range 3 {
				rr := arena.RoundRobin{Players: players, Seats: info.Seats, Rounds: rounds}
				r := guard.Value(a.Play(context.Background(), c.players, rr))(t)
				for _, x := range a.Crosstable(players, rr, r).Order {
					check("fold", x.Figure, info)
				}
			}
		}
		for blocks := range 4 {
			e := arena.Measurement{Arena: a, Field: c.players[1:], Blocks: blocks}
			got := guard.Value(e.Measure(context.Background(), c.players[:1]))(t)
			check("total", got[0].Total, info)
			if math.IsInf(got[0].Total.SE, 0) || got[0].Total.SE < 0 {
				t.Errorf("%s, %d blocks: standard error %v", info.Name, blocks, got[0].Total.SE)
			}
			for _, x := range got[0].ByOpponent {
				check("opponent", x, info)
			}
		}
	}
}
