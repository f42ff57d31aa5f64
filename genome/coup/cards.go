package coup

import (
	"math/bits"

	"bloodline/engine/coup/seat"
)

// timely is what the situation adds to the worth of a role.
func (r *Rules) timely(v *seat.View, role seat.Role, told odds) odds {
	own, opp := v.Own(), v.Opponent()
	var w odds
	if own.Open&role.Bit() != 0 {
		w = told
	}
	switch {
	case role == seat.Contessa && (opp.Coins >= 3 || opp.Open&seat.Assassin.Bit() != 0):
		w += r.threat
	case role == seat.Assassin && own.Coins >= 3:
		w += r.ready
	case role == seat.Captain && opp.Coins >= 2:
		w += r.rich
	}
	return w
}

// surrender gives up the card of least worth.
func (r *Rules) surrender(v *seat.View) seat.Action {
	card := v.Hand.Lowest()
	rest := v.Hand.Without(card)
	if rest == 0 {
		return seat.Give(card)
	}
	other := rest.Lowest()
	if r.give[other]+r.timely(v, other, r.told[1]) < r.give[card]+r.timely(v, card, r.told[1]) {
		card = other
	}
	return seat.Give(card)
}

// choose keeps the cards of greatest worth in an Exchange.
func (r *Rules) choose(v *seat.View) seat.Action {
	worth := &r.keep[1]
	if v.Own().Lives > 1 {
		worth = &r.keep[0]
	}
	var sum [seat.Roles]odds
	for role := seat.Role(0); role < seat.Roles; role++ {
		if v.Hand.Has(role) {
			sum[role] = worth[role] + r.timely(v, role, r.told[0])
		}
	}
	best, top := seat.NoAction, odds(0)
	for m := uint64(v.Legal); m != 0; m &= m - 1 {
		a := seat.Action(bits.TrailingZeros64(m))
		first := a.Kept().Lowest()
		s := sum[first]
		if rest := a.Kept().Without(first); rest != 0 {
			second := rest.Lowest()
			s += sum[second]
			if first == second {
				s += r.twin
			}
		}
		if best == seat.NoAction || s > top {
			best, top = a, s
		}
	}
	return best
}
