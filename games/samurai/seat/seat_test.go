package seat_test

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// C(10,5) days and C(7,2) nights, each a different legal multiset, in the order of their texts.
func TestAction_Order(t *testing.T) {
	for _, c := range []struct {
		n    int
		turn uint8
		at   func(int) seat.Action
	}{{252, 1, seat.Day}, {21, 2, seat.Night}} {
		last := ""
		for i := range c.n {
			a := c.at(i)
			if !a.Legal(c.turn) || a.Legal(c.turn+1) || a.Size() != seat.Visits(c.turn) {
				t.Errorf("action %d: %v", i, a)
			}
			if a.String() <= last {
				t.Errorf("action %d: %q after %q", i, a, last)
			}
			last = a.String()
		}
	}
}

func TestAction_Text(t *testing.T) {
	a := seat.ActionOf(4, 1, 3, 3, 0)
	if a.String() != "0 1 3 3 4" || a.Count(3) != 2 || a.Count(5) != 0 {
		t.Errorf("have %v", a)
	}
	if a.With(6, 1).Legal(1) || seat.Action(0).With(0, 15).Legal(1) {
		t.Error("an action with too much in it is legal")
	}
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		totals [4]int32
		want   int
	}{
		{[4]int32{0, 0, 0, 0}, -1},
		{[4]int32{1, 0, 0, -1}, 0},
		{[4]int32{-3, 1, 1, 1}, -1},
		{[4]int32{5, 5, 6, -16}, 2},
		{[4]int32{-1, -1, -1, 3}, 3},
		{[4]int32{4, 4, -8, 0}, -1},
	} {
		if got := seat.Winner(&c.totals); got != c.want {
			t.Errorf("%v: %d, want %d", c.totals, got, c.want)
		}
	}
}

// All 90 ways to deal out six visits, 6!/(2!2!2!), come up equally: of six lords all differ, of one there is a single one. A
// given rival has made k of n visits to a lord in C(n,k) C(6-n,2-k) of C(6,2) = 15 cases.
func TestSecret(t *testing.T) {
	const draws = 90_000
	choose := func(n, k int) int {
		return [7][3]int{{1}, {1, 1}, {1, 2, 1}, {1, 3, 3}, {1, 4, 6}, {1, 5, 10}, {1, 6, 15}}[n][k]
	}
	rng := roll.New(4)
	for _, c := range []struct {
		secret seat.Secret
		deals  int
	}{{seat.Secret{1, 1, 1, 1, 1, 1}, 90}, {seat.Secret{3, 2, 1}, 15}, {seat.Secret{0, 0, 4, 0, 0, 2}, 6}, {seat.Secret{6}, 1}} {
		seen := map[[3]seat.Action]float64{}
		var marginal [seat.Lords][3]float64
		for range draws {
			deal := c.secret.Deal(rng.Uint64())
			seen[deal]++
			for l, n := range c.secret {
				if sum := deal[0] + deal[1] + deal[2]; sum.Count(l) != int(n) || !deal[0].Legal(2) || !deal[1].Legal(2) {
					t.Fatalf("%v: deal %v", c.secret, deal)
				}
				marginal[l][deal[1].Count(l)]++
			}
		}
		for deal, n := range seen {
			if want := draws / 90.; c.deals == 90 && math.Abs(n-want) > 5*math.Sqrt(want) {
				t.Errorf("%v: %v comes up %v times, want %v", c.secret, deal, n, want)
			}
		}
		if len(seen) != c.deals {
			t.Errorf("%v: %d deals, want %d", c.secret, len(seen), c.deals)
		}
		for l, n := range c.secret {
			for k, have := range marginal[l] {
				p := float64(choose(int(n), k)*choose(6-int(n), 2-k)) / 15
				if float64(c.secret.Chance(l, k)) != math.Round(15*p) || math.Abs(have-draws*p) > 5*math.Sqrt(draws*p*(1-p)) {
					t.Errorf("%v lord %d: %d visits in %v of %v, Chance has %d of 15, want %v", c.secret, l, k, have, draws, c.secret.Chance(l, k), 15*p)
				}
			}
		}
	}
}

// Nights become known by their sums one turn later and by their visitors on turn 6, nights 6 and 8 never.
func TestView_Secrets(t *testing.T) {
	var seen [seat.Turns]uint8
	var v2, v4, v6, v8 seat.Secret
	p := policy(func(v *seat.View, _ uint64) seat.Action {
		seen[v.Turn-1] = v.Secrets
		switch v.Turn {
		case 3:
			v2 = v.Secret[0]
		case 5:
			v4 = v.Secret[1]
		case 7:
			v6 = v.Secret[0]
		case 9:
			v8 = v.Secret[1]
		}
		return sampleMoves[v.Turn-1]
	})
	var out strings.Builder
	if err := seat.Serve(p, 0, strings.NewReader(sampleIn), &out); err != nil {
		t.Fatal(err)
	}
	if want := [seat.Turns]uint8{0, 0, 1, 1, 2, 0, 1, 1, 2}; seen != want {
		t.Errorf("known secret nights by turn: %v, want %v", seen, want)
	}
	// The sample's N lines less its own answers "1 4", "1 2", "0 3", "0 4".
	want := [4]seat.Secret{{0, 2, 0, 3, 1, 0}, {0, 1, 1, 3, 0, 1}, {1, 2, 1, 2, 0, 0}, {0, 1, 3, 0, 1, 1}}
	if have := [4]seat.Secret{v2, v4, v6, v8}; have != want {
		t.Errorf("secrets %v, want %v", have, want)
	}
}

// The half-time totals of the sample, by hand from its matrix of turn 6, which is 1 3 2 1 / 6 8 5 4 / 3 1 2 4 / 9 10 7
// 3 / 3 1 2 4 / 1 0 5 7 with strengths 3 5 4 5 4 3.
func TestView_Half(t *testing.T) {
	var half [seat.Seats]int32
	var fresh seat.Matrix
	p := policy(func(v *seat.View, _ uint64) seat.Action {
		if v.Turn == 9 {
			half, fresh = v.Half, v.Fresh
		}
		return sampleMoves[v.Turn-1]
	})
	if err := seat.Serve(p, 0, strings.NewReader(sampleIn), new(strings.Builder)); err != nil {
		t.Fatal(err)
	}
	// lord 0: col 1 +3, cols 0 and 3 -1.5; lord 1: col 1 +5, col 3 -5; lord 2: col 3 +4, col 1 -4; lord 3: col 1 +5,
	// col 3 -5; lord 4: col 3 +4, col 1 -4; lord 5: col 3 +3, col 1 -3.
	if want := [seat.Seats]int32{-18, 24, 0, -6}; half != want {
		t.Errorf("half-time totals %v, want %v", half, want)
	}
	if want := (seat.Matrix{{0, 1, 2, 1}, {0, 2, 0, 0}, {2, 2, 0, 1}, {1, 0, 0, 1}, {2, 0, 3, 1}, {0, 0, 0, 1}}); fresh != want {
		t.Errorf("visits of day 7 %v, want %v", fresh, want)
	}
}
