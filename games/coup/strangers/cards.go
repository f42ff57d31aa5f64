package strangers

import (
	"math/bits"

	"bloodline/games/coup/seat"
)

// value returns the worth of a role in the situation of a view.
func (p *Player) value(v *seat.View, r seat.Role) float32 {
	x := p.prizes[r]
	if v.Own().Standing>>r&1 != 0 {
		x += p.loyal
	}
	if r == seat.Contessa && v.Opponent().Coins >= 3 {
		x += p.afraid
	}
	if r == seat.Assassin && v.Own().Coins >= 3 {
		x += p.ready
	}
	return x
}

// worth returns the worth of a hand of one or two cards.
func (p *Player) worth(v *seat.View, h seat.Hand) float32 {
	first := h.Lowest()
	sum := p.value(v, first)
	rest := h.Without(first)
	if rest == 0 {
		return 2 * sum
	}
	if second := rest.Lowest(); second != first {
		return sum + p.value(v, second)
	}
	return sum + float32(p.double*sum)
}

// give gives up the card of the least value.
func (p *Player) give(v *seat.View) seat.Action {
	first := v.Hand.Lowest()
	rest := v.Hand.Without(first)
	if rest == 0 || rest.Lowest() == first {
		return seat.Give(first)
	}
	if second := rest.Lowest(); p.value(v, second) < p.value(v, first) {
		return seat.Give(second)
	}
	return seat.Give(first)
}

// keep keeps the cards of the largest worth.
func (p *Player) keep(v *seat.View) seat.Action {
	best, top := seat.NoAction, float32(-1000)
	for m := uint64(v.Legal); m != 0; m &= m - 1 {
		a := seat.Action(bits.TrailingZeros64(m))
		if worth := p.worth(v, a.Kept()); worth > top {
			best, top = a, worth
		}
	}
	return best
}
