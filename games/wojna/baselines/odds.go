package baselines

import (
	"math/bits"

	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// odds compares the pot with the price.
type odds struct{}

func theOdds() engine.Baseline {
	return engine.Baseline{Name: "Odds", Doc: "Pays if its chance of the highest card, against cards as good as the deck's, is worth the price in cards of the pot; raises by one when it is the favourite and by three when it hardly can lose.", Points: 19.8, Player: odds{}}
}

func (odds) Act(v *seat.View, _ uint64) seat.Action {
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
type bully struct{}

func theBully() engine.Baseline {
	return engine.Baseline{Name: "Bully", Doc: "Raises by three into players who have fewer cards than it has, with anything from the middle of the deck; against bigger stacks it plays few cards and no games.", Points: 25.4, Player: bully{}}
}

func (bully) Act(v *seat.View, x uint64) seat.Action {
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
type counter struct{}

func theCounter() engine.Baseline {
	return engine.Baseline{Name: "Counter", Doc: "Counts: a stack is a queue of pots whose shown cards it remembers, so it often knows what a rival's card may be. It plays pot odds with that, and takes everybody who has put in cards of his own for the better of two.", Points: 30.0, Player: counter{}}
}

func (counter) Act(v *seat.View, _ uint64) seat.Action {
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
