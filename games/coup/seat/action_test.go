package seat_test

import (
	"math/bits"
	"testing"

	"bloodline/games/coup/seat"
)

func TestHand(t *testing.T) {
	h := seat.HandOf(seat.Duke, seat.Ambassador, seat.Duke)
	if h.String() != "~$$" || h.Size() != 3 || h.Count(seat.Duke) != 2 || h.Has(seat.Captain) || !h.Has(seat.Ambassador) {
		t.Errorf("have %v, size %d", h, h.Size())
	}
	if h.Lowest() != seat.Ambassador || h.Set() != 0b10001 || h.Without(seat.Duke).String() != "~$" {
		t.Errorf("lowest %v, set %b, without a Duke %v", h.Lowest(), h.Set(), h.Without(seat.Duke))
	}
	for r, want := range []string{"_~", "'^", "<*", "=!", "0$"} {
		if r := seat.Role(r); string([]byte{r.Given(), r.Shown()}) != want {
			t.Errorf("%v is written %c and %c, want %s", r, r.Given(), r.Shown(), want)
		}
	}
}

// Every pool of three or four cards: the Keeps are the different hands of one or
// two cards that can be taken from it, counted by taking them.
func TestKeeps(t *testing.T) {
	var pools func(h seat.Hand, from seat.Role, n int)
	pools = func(h seat.Hand, from seat.Role, n int) {
		if n == 0 {
			checkKeeps(t, h)
			return
		}
		for r := from; r < seat.Roles; r++ {
			if h.Count(r) < 3 {
				pools(h.With(r), r, n-1)
			}
		}
	}
	pools(0, 0, 3)
	pools(0, 0, 4)
}

func checkKeeps(t *testing.T, pool seat.Hand) {
	t.Helper()
	one, two := map[seat.Hand]bool{}, map[seat.Hand]bool{}
	for r := seat.Role(0); r < seat.Roles; r++ {
		if !pool.Has(r) {
			continue
		}
		one[seat.HandOf(r)] = true
		for s := seat.Role(0); s < seat.Roles; s++ {
			if pool.Without(r).Has(s) {
				two[seat.HandOf(r, s)] = true
			}
		}
	}
	for n, want := range []map[seat.Hand]bool{one, two} {
		m := seat.Keeps(pool, n+1)
		if bits.OnesCount64(uint64(m)) != len(want) {
			t.Errorf("pool %v: %d ways to keep %d, want %d", pool, bits.OnesCount64(uint64(m)), n+1, len(want))
		}
		for ; m != 0; m &= m - 1 {
			a := seat.Action(bits.TrailingZeros64(uint64(m)))
			if !want[a.Kept()] || a.Given() != seat.NoRole || a.Claims() != seat.NoRole {
				t.Errorf("pool %v: %v keeps %v", pool, a, a.Kept())
			}
		}
	}
}
