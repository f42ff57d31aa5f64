package strangers

import "bloodline/games/wojna/seat"

// threshold compares the own card with the lowest card to pay with, and to raise with.
func (p *Player) threshold(v *seat.View, t *situation, x uint64) seat.Action {
	card := float64(v.Card) + float64(p.wobble*(float64(2*float64(x>>16&0xffff)/0x10000)-1))
	company := float64(t.rivals - 1)
	need := p.pays + float64(p.perRival*company) + float64(p.perPrice*float64(t.price)) + float64(p.respect*float64(v.Raises))
	if t.behind == 0 {
		need -= p.late
	}
	need -= float64(p.bully * (float64(2*t.short) - 1))
	if v.Put[v.Me] > 0 {
		need -= p.committed
	}
	if t.rivals == 1 {
		need -= p.duel
	}
	if v.War {
		need -= p.war
	}
	raise := need + p.gap + float64(p.calm*float64(v.Raises))
	switch {
	case card >= min(raise, p.sure) && v.Raises <= p.wild:
		return v.RaiseUpTo(p.step(v, card-raise))
	case card >= min(need, float64(seat.Values)-0.5):
		return seat.Check
	}
	return seat.Pass
}

// step is the size of a raise: the usual one, or larger the better the card is. spare is how far the card is above the
// lowest one that raises.
func (p *Player) step(v *seat.View, spare float64) int {
	if p.grows && spare > 0 {
		return min(1+int(spare/2), seat.MaxRaise)
	}
	return p.size
}
