package baselines

import (
	"math"
	"testing"

	"bloodline/games/coup/seat"
)

// spread calls f with every hand of two cards (or one) that the seat cannot rule
// out, and the number of ways to deal it.
func spread(v *seat.View, lives int, f func(h seat.Hand, ways float64)) {
	for r := seat.Role(0); r < seat.Roles; r++ {
		n := unseen(v, r)
		if lives == 1 {
			f(seat.HandOf(r), float64(n))
			continue
		}
		f(seat.HandOf(r, r), float64(n*(n-1)/2))
		for q := r + 1; q < seat.Roles; q++ {
			f(seat.HandOf(r, q), float64(n*unseen(v, q)))
		}
	}
}

// situations are views with different cards placed and different stories.
func situations() []*seat.View {
	var list []*seat.View
	for _, lives := range []uint8{1, 2} {
		for _, hand := range []seat.Hand{seat.HandOf(seat.Duke), seat.HandOf(seat.Duke, seat.Duke), seat.HandOf(seat.Captain, seat.Contessa)} {
			for _, open := range []uint8{0, seat.Duke.Bit(), seat.Duke.Bit() | seat.Captain.Bit(), 31} {
				rec := new(seat.PublicState)
				rec.Start()
				opp := &rec.Sides[1]
				opp.Lives, opp.Standing, opp.Denied = lives, open, seat.Contessa.Bit()|seat.Assassin.Bit()
				for range 2 - lives {
					opp.Lost = opp.Lost.With(seat.Assassin)
				}
				for range 2 - hand.Size() {
					rec.Sides[0].Lost = rec.Sides[0].Lost.With(seat.Duke)
				}
				list = append(list, &seat.View{PublicState: rec, Hand: hand})
			}
		}
	}
	return list
}

// TestOdds compares the table of odds with counting all hands one by one.
func TestOdds(t *testing.T) {
	for i, v := range situations() {
		for r := seat.Role(0); r < seat.Roles; r++ {
			var with, all float64
			spread(v, int(v.Opponent().Lives), func(h seat.Hand, ways float64) {
				all += ways
				if h.Has(r) {
					with += ways
				}
			})
			if got, want := float64(odds(v, r)), with/all; math.Abs(got-want) > 1e-6 {
				t.Errorf("situation %d: %v: odds %v, counted %v", i, r, got, want)
			}
		}
	}
}

// TestSolver_weigh compares the solver's sums with weighing all hands one by one.
func TestSolver_weigh(t *testing.T) {
	s := &solver{lie: 0.3, shy: 0.2}
	for i, v := range situations() {
		opp := v.Opponent()
		weight := func(h seat.Hand) float64 {
			w := 1.0
			for r := seat.Role(0); r < seat.Roles; r++ {
				if !h.Has(r) && opp.Standing&r.Bit() != 0 {
					w *= 0.3
				}
				if h.Has(r) && opp.Denied&r.Bit() != 0 {
					w *= 0.2
				}
			}
			return w
		}
		var all, duke, blocker float64
		spread(v, int(opp.Lives), func(h seat.Hand, ways float64) {
			w := ways * weight(h)
			all += w
			if h.Has(seat.Duke) {
				duke += w
			}
			if h.Has(seat.Captain) || h.Has(seat.Ambassador) {
				blocker += w
			}
		})
		h := s.weigh(v)
		if got, want := float64(h.has(seat.Duke)), duke/all; math.Abs(got-want) > 1e-5 {
			t.Errorf("situation %d: Duke %v, weighed %v", i, got, want)
		}
		if got, want := float64(h.either(seat.Captain, seat.Ambassador)), blocker/all; math.Abs(got-want) > 1e-5 {
			t.Errorf("situation %d: blocker %v, weighed %v", i, got, want)
		}
	}
}
