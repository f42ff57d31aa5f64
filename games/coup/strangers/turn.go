package strangers

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// try takes the first action of its list whose conditions hold. A fickle player may begin further down.
func (p *Player) try(v *seat.View, x uint64) seat.Action {
	begin := 0
	if p.fickle > 0 {
		if y := roll.Next(x); die(y, 0) < p.fickle {
			begin = roll.Below(y<<16, len(p.list)-2)
		}
	}
	for _, a := range p.list[begin:] {
		if v.Legal.Has(a) && p.likes(v, a, x) {
			return a
		}
	}
	return seat.Income
}

func (p *Player) likes(v *seat.View, a seat.Action, x uint64) bool {
	own, opp := v.Own(), v.Opponent()
	switch a {
	case seat.ForeignAid:
		return p.expectsNoBlock(v, seat.Duke, p.respect[a])
	case seat.Tax:
		return p.claims(v, seat.Duke, die(x, 0))
	case seat.Steal:
		return opp.Coins >= p.stealFrom && p.claims(v, seat.Captain, die(x, 1)) &&
			p.expectsNoBlock(v, seat.Captain, p.respect[a]) && p.expectsNoBlock(v, seat.Ambassador, p.respect[a])
	case seat.Assassinate:
		return own.Coins >= p.killAt && p.claims(v, seat.Assassin, die(x, 2)) && p.expectsNoBlock(v, seat.Contessa, p.respect[a])
	case seat.Exchange:
		return own.Turns <= p.trades && p.claims(v, seat.Ambassador, die(x, 3)) && p.worth(v, v.Hand) < p.content
	case seat.Coup:
		return own.Coins >= p.coupAt || p.finishes && opp.Lives == 1
	}
	return true // Income
}

// expectsNoBlock reports whether the opponent is unlikely enough to block with a role.
func (p *Player) expectsNoBlock(v *seat.View, r seat.Role, respect float32) bool {
	if v.Opponent().Standing&p.heeds&r.Bit() != 0 {
		return false
	}
	return respect >= 1 || p.holds(v, r).below(respect)
}

func (p *Player) claims(v *seat.View, r seat.Role, u float32) bool {
	if v.Hand.Has(r) {
		return u < p.plays[r]
	}
	return p.dares(v, r, p.bluffs[r], u)
}

// dares reports whether it bluffs a role. The rate is multiplied by the factors of its style for its own claims, the
// open cards and the situation. u is a random number in [0, 1).
func (p *Player) dares(v *seat.View, r seat.Role, rate, u float32) bool {
	if u >= p.boldest || rate == 0 {
		return false
	}
	own, opp := v.Own(), v.Opponent()
	rate *= p.story[story(own, r)&7] * p.thin[(v.Sides[0].Lost+v.Sides[1].Lost).Count(r)]
	if own.Lives == 1 {
		rate *= p.cornered
	}
	if own.Lives < opp.Lives || own.Coins+2 < opp.Coins {
		rate *= p.behind
	}
	if float32(opp.Challenges)+float32(2*p.called) > float32(p.brave*(float32(opp.Challenges)+float32(opp.Trusts)+2)) {
		rate *= p.scared
	}
	return u < rate
}

// story is what a side said of a role: 0 nothing, 1 claimed, 2 denied, 3 both, 4 nothing but a full hand of others.
func story(own *seat.Side, r seat.Role) uint8 {
	story := own.Standing>>r&1 | own.Denied>>r&1<<1
	if story == 0 && own.Overclaims() >= 0 {
		return 4
	}
	return story
}

// weigh takes the action with the largest expected worth, in lives.
func (p *Player) weigh(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	y := roll.Next(x)
	best, top := seat.Income, p.coin+p.taste[seat.Income]+float32(p.noise*die(y, 0))
	better := func(a seat.Action, worth float32, u float32) {
		worth = float32(worth) + p.taste[a] + float32(p.noise*u)
		if worth > top {
			best, top = a, worth
		}
	}
	better(seat.ForeignAid, 2*p.coin*p.unblocked(v, seat.Duke), die(y, 1))
	better(seat.Tax, p.bet(v, seat.Duke, p.bluffs[seat.Duke], 3*p.coin), die(y, 2))
	if own.Turns <= p.trades {
		better(seat.Exchange, p.bet(v, seat.Ambassador, p.bluffs[seat.Ambassador], p.trade*(p.content-p.worth(v, v.Hand))), die(y, 3))
	}
	if opp.Coins > 0 {
		gain := float32(2*min(opp.Coins, 2)) * p.coin * p.unblocked(v, seat.Captain) * p.unblocked(v, seat.Ambassador)
		better(seat.Steal, p.bet(v, seat.Captain, p.bluffs[seat.Captain], gain), die(x, 1))
	}
	if own.Coins < 3 {
		return best
	}
	kill := p.life(opp)
	better(seat.Assassinate, p.bet(v, seat.Assassin, p.bluffs[seat.Assassin], float32((kill+float32(p.coin*p.haste))*p.unblocked(v, seat.Contessa))-float32(3*p.coin)), die(x, 2))
	if own.Coins >= 7 {
		if p.finishes && opp.Lives == 1 {
			return seat.Coup
		}
		better(seat.Coup, kill+float32(p.coin*p.haste)-float32(4*p.coin), die(x, 3))
	}
	return best
}

func (p *Player) unblocked(v *seat.View, r seat.Role) float32 {
	return 1 - float32(p.blocked*p.holds(v, r).chance())
}

// bet returns the expected worth of claiming a role for a gain. The higher nerve, its bluff rate, the less it fears
// loss.
func (p *Player) bet(v *seat.View, r seat.Role, nerve, gain float32) float32 {
	own, opp := v.Own(), v.Opponent()
	q := (float32(opp.Challenges) + float32(2*p.called)) / (float32(opp.Challenges) + float32(opp.Trusts) + 2) * p.suspect[story(own, r)&7]
	q = min(q, 1)
	if v.Hand.Has(r) {
		return float32(gain) + float32(q*p.life(opp))
	}
	if placed(v).Count(r) == 3 || nerve == 0 {
		return -1
	}
	return float32((1-q)*gain) - float32(q*p.life(own)/(nerve+0.5))
}

func (p *Player) life(s *seat.Side) float32 {
	if s.Lives > 1 {
		return 1
	}
	return p.last
}
