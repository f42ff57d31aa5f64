package baselines

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

type random struct{}

func (random) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x, uint64(v.Legal())))
}

type checker struct{}

func (checker) Act(*seat.View, uint64) seat.Action { return seat.Check }

type tight struct {
	floor int // lowest card that pays one card against one rival
}

func (t tight) Act(v *seat.View, _ uint64) seat.Action {
	need := t.floor + bits.OnesCount8(v.Rivals()) - 1 + (v.Price()-1)/3
	if v.Card >= min(need+2, 12) && v.Raises < 2 {
		return v.RaiseUpTo(2)
	}
	return stay(v, v.Card >= min(need, 13))
}

func loose(v *seat.View, x uint64) seat.Action {
	switch {
	case v.Card >= 8 && seat.Happens(x, 0, 0.8):
		return v.RaiseUpTo(3)
	case v.Card >= 6 && seat.Happens(x, 1, 0.4):
		return v.RaiseUpTo(1 + roll.Below(roll.Next(x), 2))
	}
	return stay(v, v.Card >= 5)
}

// bluffer raises at a fixed rate with cards that it would have to pass.
type bluffer struct {
	rate float64
}

func (b bluffer) Act(v *seat.View, x uint64) seat.Action {
	honest := tight{8}.Act(v, x)
	switch {
	case honest != seat.Pass && (honest != seat.Check || v.Card >= 8):
		return honest
	case v.Put[v.Me] > 0 && v.Raises < 4 && seat.Happens(x, 0, 0.5):
		return v.RaiseUpTo(3)
	case v.Put[v.Me] == 0 && v.Level <= 2 && seat.Happens(x, 1, b.rate):
		return v.RaiseUpTo(3)
	}
	return honest
}

// trapper only checks its highest cards, so that others raise.
func trapper(v *seat.View, x uint64) seat.Action {
	n := bits.OnesCount8(v.Rivals())
	if v.Card >= 12 {
		switch {
		case v.Raises == 0 && bits.OnesCount8(v.Behind()) > 0 && seat.Happens(x, 0, 0.7):
			return seat.Check
		case v.Raises < 4:
			return v.RaiseUpTo(3)
		}
		return seat.Check
	}
	if v.Card >= 9+n/2 && v.Raises == 0 && v.Behind() == 0 {
		return v.RaiseUpTo(1)
	}
	return stay(v, v.Card >= 7+n+v.Price()/3)
}

func odds(v *seat.View, _ uint64) seat.Action {
	return byChance(v, seat.Power(seat.Over(v.Card), float64(bits.OnesCount8(v.Rivals()))), 0)
}

// byChance raises with a large chance p of winning the pot, and pays if it expects to gain the price and a margin.
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
