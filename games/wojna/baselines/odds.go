package baselines

import (
	"math/bits"

	"bloodline/games/wojna/seat"
)

// odds compares the pot with the price.
func odds(v *seat.View, _ uint64) seat.Action {
	return byChance(v, seat.Power(seat.Over(v.Card), float64(bits.OnesCount8(v.Rivals()))), 0)
}

// byChance raises with a large chance p of winning the pot, and pays if the pot odds are right: if the expected gain is
// the price and a margin, in cards.
func byChance(v *seat.View, p, margin float64) seat.Action {
	price := float64(v.Price())
	switch {
	case p > 0.8 && v.Raises < 4:
		return v.RaiseUpTo(3)
	case p > 0.6 && v.Raises < 3:
		return v.RaiseUpTo(1)
	}
	return stay(v, p*(float64(v.Pot)+price) > price+margin)
}

// bully raises against short stacks.
func bully(v *seat.View, x uint64) seat.Action {
	bigger, n := 0, 0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m)
		n++
		if v.Stack[s]+v.Put[s] > v.Stack[v.Me]+v.Put[v.Me] {
			bigger++
		}
	}
	switch {
	case bigger > 0:
		return tight{9}.Act(v, x)
	case v.Raises == 0 && v.Card >= 6+n && seat.Happens(x, 0, 0.7):
		return v.RaiseUpTo(3)
	case v.Card >= 12 && v.Raises < 3:
		return v.RaiseUpTo(3)
	}
	return stay(v, v.Card >= 8+n/2+v.Price()/4)
}

// counter counts cards: it remembers which shown cards went into which stack.
func counter(v *seat.View, _ uint64) seat.Action {
	var unknown seat.Chances
	v.Unknowns(&unknown)
	p := 1.0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m)
		q := v.Lower(&unknown, s)
		if v.Put[s] > 0 {
			q *= q
		}
		p *= q
	}
	return byChance(v, p, 0.5)
}
