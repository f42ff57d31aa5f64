package strangers

import "bloodline/games/coup/seat"

// dealt is the probability, by counting alone, that an opponent holds at least one of the unseen copies of a role: by
// its cards, one or two, less one, and by the number of copies.
var dealt = func() (t [2][4]float32) {
	for n := range 4 {
		t[0][n] = float32(n) / 12
		t[1][n] = 1 - float32((13-n)*(12-n))/(13*12)
	}
	return t
}()

// belief is the odds that the opponent holds a role; a division into a probability takes as long as all the rest.
type belief struct{ with, without float32 }

func (b belief) below(limit float32) bool {
	return float32(b.with*(1-limit)) < float32(b.without*limit)
}

func (b belief) chance() float32 { return b.with / (b.with + b.without) }

// placed returns the cards that the seat can place. Packed counts add up without a carry: a role has three at most.
func placed(v *seat.View) seat.Hand { return v.Hand + v.Sides[0].Lost + v.Sides[1].Lost }

// claimFactor returns how the opponent's claims and denials of a role change the odds that it holds the role.
func (p *Player) claimFactor(opp *seat.Side, r seat.Role) float32 {
	marks := opp.Denied>>r&1 | opp.DeniedBefore>>r&1<<1 | opp.Stale>>r&1<<2
	n := opp.Claims[r]
	return p.credit[r][min(n, 1)] * p.again[min(n, 3)] * p.marks[marks&7]
}

func (p *Player) holds(v *seat.View, r seat.Role) belief {
	if p.reads {
		return p.holdsByHands(v, r)
	}
	opp := v.Opponent()
	q := dealt[(opp.Lives-1)&1][3-placed(v).Count(r)]
	f := p.claimFactor(opp, r)
	if r == seat.Duke {
		f *= p.idle[min(opp.Passive, 3)]
	}
	return belief{float32(q * f), 1 - q}
}

// holdsByHands is holds by all hands that the opponent can hold. The weight of a hand is the number of ways to deal it
// times the factors of its roles, so sums over pairs of cards follow from sums over roles.
func (p *Player) holdsByHands(v *seat.View, r seat.Role) belief {
	opp := v.Opponent()
	known := placed(v)
	var single, twice, squares, own, pair float32
	for q := seat.Role(0); q < seat.Roles; q++ {
		n := float32(3 - known.Count(q))
		w := float32(n * p.claimFactor(opp, q))
		if q == seat.Duke {
			w = float32(w * p.idle[min(opp.Passive, 3)])
		}
		both := float32(w * (n - 1) * 0.5)
		single += w
		squares += float32(w * w)
		twice += both
		if q == r {
			own, pair = w, both
		}
	}
	if opp.Lives == 1 {
		return belief{own, single - own}
	}
	with := float32(own*(single-own)) + pair
	all := float32((float32(single*single)-squares)*0.5) + twice
	return belief{with, all - with}
}

func (p *Player) doubts(v *seat.View, r seat.Role, x uint64) bool {
	if placed(v).Count(r) == 3 {
		return p.counts
	}
	x >>= 16
	if die(x, 0) < p.cross {
		return true
	}
	limit := p.limit(v)
	if p.wobble > 0 {
		limit *= 1 + float32(p.wobble*(die(x, 1)-0.5))
	}
	b := p.holds(v, r)
	opp := v.Opponent()
	record := p.caught[min(opp.Caught, 3)] * p.shown[min(opp.Shown, 3)]
	if over := opp.Overclaims(); over > 0 && !p.reads {
		record *= p.over[min(over, 2)]
	}
	b.with *= record
	return b.below(limit)
}

// limit returns the probability that a claim is true below which it challenges the claim.
func (p *Player) limit(v *seat.View) float32 {
	own, opp := v.Own(), v.Opponent()
	limit := p.suspicion[v.Action&7]
	if v.Ask == seat.AskBlock {
		limit = p.blockSuspicion[v.Action&7]
	}
	if p.weighs {
		win, risk := p.stake(v)+p.life(opp), p.life(own) // risk is the worth of what a lost challenge costs
		if v.Action == seat.Assassinate && v.Ask == seat.AskReply {
			risk = p.last
		}
		limit *= win / (win + risk)
	}
	if own.Lives == 1 {
		limit *= p.lastOwn
	}
	if opp.Lives == 1 {
		limit *= p.lastOther
	}
	if opp.Coins >= 5 {
		limit *= p.urgent
	}
	return limit
}
