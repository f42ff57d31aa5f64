package arena_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// crowd is a game of two to five in which a player gets the share of the others with a smaller number.
type crowd struct {
	mu     *sync.Mutex
	played map[string]int
}

func (*crowd) Info() engine.Info {
	return engine.Info{Name: "crowd", Draws: true, Seats: 5, Least: 2, ScoreUnit: 24, Mean: 0.5, Max: 1}
}
func (c *crowd) NewTable() engine.Table { return c }

func (c *crowd) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	for i, x := range seats {
		for j, y := range seats {
			if x.(int) > y.(int) || x == y && i != j {
				out.Score[i] += int64(24 / (len(seats) - 1))
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.played[fmt.Sprint(seed, seats)]++
	return out
}

// A deal has two to five players, each number as often. All blocks have five games, in which every player of the deal
// sits, and a player's figures count only its own deals.
func TestArena_different(t *testing.T) {
	c := &crowd{new(sync.Mutex), map[string]int{}}
	info := c.Info()
	a, ps, s := arena.New(c, 2), numbers(7), arena.RoundRobin{Players: 7, Seats: 5, Rounds: 1000, Seed: 4}
	got := guard.Value(a.Play(t.Context(), ps, s))(t)
	numbersOf, games := map[int]int{}, make([]int64, 7)
	for i, r := range got {
		b := s.Block(i)
		n := info.Players(b.Seed)
		numbersOf[n]++
		for place, p := range b.Lineup[:5] {
			if place < n {
				games[p] += 5
			} else if r.Score[place] != 0 {
				t.Fatalf("block %d: %v of %d players", i, r.Score, n)
			}
		}
		at := map[[2]int]int{} // seat and player
		for seed, seats := range b.Seatings(info) {
			if key := fmt.Sprint(seed, slices.Clone(seats)); c.played[key] == 0 {
				t.Fatalf("block %d: not played: %s", i, key)
			}
			for seat, p := range seats {
				at[[2]int{seat, p}]++
			}
		}
		for where, k := range at {
			if k != 5/n && k != (5+n-1)/n {
				t.Fatalf("block %d of %d players: %d times at %v", i, n, k, where)
			}
		}
	}
	for n := 2; n <= 5; n++ {
		if k := numbersOf[n]; k < len(got)/5 || k > len(got)*3/10 {
			t.Errorf("%d of %d deals have %d players", k, len(got), n)
		}
	}
	for place, x := range a.Crosstable(7, s, got).Order {
		if want := float64(6-place) / 6; x.Player != 6-place || x.Games != games[x.Player] || x.Low > want || x.High < want {
			t.Errorf("place %d: %+v, want player %d with %.3f in %d games", place, x, 6-place, want, games[6-place])
		}
	}
}

// Where more than two play, points in games with an opponent are not how often a candidate is ahead of it: of seven
// opponents, the fourth ties with it, all before lose and all behind win.
func TestMeasurement_Measure_ahead(t *testing.T) {
	e := arena.Measurement{Arena: arena.New(&crowd{new(sync.Mutex), map[string]int{}}, 2), Field: numbers(7), Blocks: 300}
	got := measure(t, e, []engine.Player{3})[0]
	for i, want := range []float64{1, 1, 1, 0.5, 0, 0, 0} {
		f, points, drawn := got.Ahead[i], got.ByOpponent[i], int64(0)
		if i == 3 { // the player itself
			drawn = points.Games
		}
		if f.Mean != want || f.Low > want || f.High < want || f.Games != points.Games || points.Mean < 0.25 || points.Mean > 0.75 || points.Draws != drawn {
			t.Errorf("ahead of opponent %d: %+v, want %v; points %+v", i, f, want, points)
		}
	}
	for number, want := range map[int]int64{6: got.Total.Games, -1: 0} { // of the largest number, which another one has too, and of the smallest
		if x := measure(t, e, []engine.Player{number})[0]; x.Firsts != want {
			t.Errorf("player %d is first in %d of %d games, want %d", number, x.Firsts, x.Total.Games, want)
		}
	}
	two := arena.Measurement{Arena: arena.New(draws, 1), Field: drawers(2), Blocks: 4}
	if got := measure(t, two, drawers(1))[0]; got.Ahead != nil || got.Firsts != 0 {
		t.Errorf("of two players: %+v", got.Ahead)
	}
}
