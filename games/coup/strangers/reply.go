package strangers

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

func (p *Player) reply(v *seat.View, x uint64) seat.Action {
	if v.Action == seat.ForeignAid {
		if p.blocks(v, seat.Duke, die(x, 0)) {
			return seat.BlockDuke
		}
		return seat.Pass
	}
	role := v.Action.Claims()
	if p.argues && p.doubts(v, role, x) {
		return seat.Challenge
	}
	if a := p.chooseBlock(v, x); a != seat.NoAction {
		return a
	}
	switch {
	case !p.argues && p.doubts(v, role, x):
		return seat.Challenge
	case v.Action != seat.Assassinate:
		return seat.Pass
	case v.Own().Lives == 1 && p.finishes: // passing loses
		if placed(v).Count(seat.Contessa) == 3 {
			return seat.Challenge
		}
		if die(roll.Next(x), 3) < float32(p.defiant*(1-p.holds(v, role).chance())) {
			return seat.Challenge
		}
		return seat.BlockContessa
	}
	return p.give(v)
}

func (p *Player) chooseBlock(v *seat.View, x uint64) seat.Action {
	switch v.Action {
	case seat.Assassinate:
		if p.blocks(v, seat.Contessa, die(x, 0)) {
			return seat.BlockContessa
		}
	case seat.Steal:
		first, second := seat.BlockCaptain, seat.BlockAmbassador
		if p.ambassador && !v.Hand.Has(seat.Captain) || !p.ambassador && !v.Hand.Has(seat.Captain) && v.Hand.Has(seat.Ambassador) {
			first, second = second, first
		}
		if p.blocks(v, first.Claims(), die(x, 0)) {
			return first
		}
		if v.Hand.Has(second.Claims()) && p.blocks(v, second.Claims(), die(x, 3)) {
			return second
		}
	}
	return seat.NoAction
}

func (p *Player) blocks(v *seat.View, r seat.Role, u float32) bool {
	if v.Hand.Has(r) {
		return u < p.guards[r]
	}
	return p.dares(v, r, p.bluffBlocks[r], u)
}

// stake returns the worth of stopping the declared action, or of carrying it through a block.
func (p *Player) stake(v *seat.View) float32 {
	switch v.Action {
	case seat.ForeignAid:
		return 2 * p.coin
	case seat.Tax:
		return 3 * p.coin
	case seat.Steal:
		return 4 * p.coin
	case seat.Assassinate:
		return 1
	}
	return p.trade
}

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
