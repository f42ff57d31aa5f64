package strangers

import "bloodline/games/coup/seat"

// dealt is the chance that an opponent with one or two cards (first index, less one)
// holds at least one of so many unseen copies of a role, by counting alone.
var dealt = func() (t [2][4]float32) {
	for n := range 4 {
		t[0][n] = float32(n) / 12
		t[1][n] = 1 - float32((13-n)*(12-n))/(13*12)
	}
	return t
}()

// unseen returns how many copies of a role the seat cannot place.
func unseen(v *seat.View, r seat.Role) int { return max(3-v.Known(r), 0) }

// word returns what the opponent's words do to the odds that it holds a role.
func (p *Player) word(opp *seat.Side, r seat.Role) float32 {
	marks := opp.Denied>>r&1 | opp.DeniedBefore>>r&1<<1 | opp.Stale>>r&1<<2
	return p.credit[r][min(opp.Claims[r], 3)] * p.marks[marks&7]
}

// record returns what the opponent's past does to the odds of any claim of its.
func (p *Player) record(opp *seat.Side) float32 {
	f := p.caught[min(opp.Caught, 3)] * p.shown[min(opp.Shown, 3)]
	if over := opp.Overclaims(); over > 0 && !p.reads {
		f *= p.over[min(over, 2)]
	}
	return f
}

// holds returns the chance that the opponent has a role.
func (p *Player) holds(v *seat.View, r seat.Role) float32 {
	if p.reads {
		return p.read(v, r)
	}
	opp := v.Opponent()
	q := dealt[int(opp.Lives-1)&1][unseen(v, r)]
	f := p.word(opp, r)
	if r == seat.Duke {
		f *= p.idle[min(opp.Passive, 3)]
	}
	return moved(q, f)
}

// moved multiplies the odds of a probability.
func moved(q, factor float32) float32 {
	return q * factor / (float32(q*factor) + 1 - q)
}

// read returns the share of the hands that hold a role, among all that the opponent can
// hold, each by the number of its ways and the words about its roles.
func (p *Player) read(v *seat.View, r seat.Role) float32 {
	opp := v.Opponent()
	var single, twice, squares, own, pair float32
	for q := seat.Role(0); q < seat.Roles; q++ {
		n := float32(unseen(v, q))
		w := n * p.word(opp, q)
		if q == seat.Duke {
			w *= p.idle[min(opp.Passive, 3)]
		}
		t := w * (n - 1) / 2
		single += w
		squares += float32(w * w)
		twice += t
		if q == r {
			own, pair = w, t
		}
	}
	if opp.Lives == 1 {
		return own / single
	}
	all := (float32(single*single)-squares)/2 + twice
	return (float32(own*(single-own)) + pair) / all
}

// doubts reports whether it challenges a claim of the opponent.
func (p *Player) doubts(v *seat.View, r seat.Role, x uint64) bool {
	if v.Known(r) >= 3 {
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
	return moved(p.holds(v, r), p.record(v.Opponent())) < limit
}

// limit returns the chance of holding the card below which it challenges.
func (p *Player) limit(v *seat.View) float32 {
	own, opp := v.Own(), v.Opponent()
	limit := p.suspicion[v.Action&7]
	if v.Ask == seat.AskBlock {
		limit = p.blockSuspicion[v.Action&7]
	}
	if p.weighs {
		win := p.stake(v) + p.life(opp)
		limit *= win / (win + p.risk(v))
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
