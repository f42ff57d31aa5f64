package baselines

import "bloodline/games/coup/seat"

// calculator plays for the largest expectation, one turn deep.
type calculator struct {
	coin       float32 // worth of a coin, in lives; high is greedy
	word       float32 // what a standing claim does to the odds that it is true; high is trusting
	challenged float32 // how often it expects an unknown opponent to challenge; high makes it honest
	last       float32 // worth of a last life
	trade      float32 // worth of an Exchange
}

var theCalculator = character{
	name: "Calculator", points: 154, taste: taste{4, 5, 6, 7, 8},
	doc: "Adds up the expected value of everything that it may do, in lives: coins at a fixed rate, a life at one, the last one at more. " +
		"What the opponent can hold comes from the cards that can be placed and from what it claimed and let pass; how readily it challenges, from what it did so far. " +
		"It lies and challenges wherever that comes out ahead, never for variety.",
	style: &calculator{coin: 0.22032008, word: 4, challenged: 0.25619075, last: 1.2, trade: 0.17091788},
}

func (c *calculator) life(s *seat.Side) float32 {
	if s.Lives > 1 {
		return 1
	}
	return c.last
}

// holds returns the probability that the opponent has a role, by the cards seen and by what it claimed and denied.
func (c *calculator) holds(v *seat.View, r seat.Role) float32 {
	p, opp := odds(v, r), v.Opponent()
	if opp.Denied&r.Bit() != 0 || opp.DeniedBefore&r.Bit() != 0 {
		p = scaleOdds(p, 0.4)
	}
	for range min(opp.Claims[r], 3) {
		p = scaleOdds(p, c.word)
	}
	for range max(opp.Overclaims(), 0) {
		p = scaleOdds(p, 0.6)
	}
	return p
}

// called returns how likely the opponent is to challenge a claim of a role.
func (c *calculator) called(v *seat.View, r seat.Role) float32 {
	own := v.Own()
	p := boldness(v.Opponent(), c.challenged)
	switch {
	case own.Denied&r.Bit() != 0:
		p *= 2
	case own.Standing&r.Bit() != 0:
		p *= 0.7
	case !credible(own, r):
		p *= 1.5
	}
	if r == seat.Assassin && v.Ask == seat.AskTurn && v.Opponent().Lives == 1 {
		p = max(p, 0.6) // a victim that loses anyway risks nothing
	}
	return min(p, 1)
}

func (c *calculator) claim(v *seat.View, r seat.Role, gain float32) float32 {
	p := c.called(v, r)
	if v.Hand.Has(r) {
		return gain + float32(p*c.life(v.Opponent()))
	}
	return float32((1-p)*gain) - float32(p*c.life(v.Own()))
}

func (c *calculator) turn(v *seat.View, _ uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	best, top := seat.Income, c.coin
	better := func(a seat.Action, worth float32) {
		if v.Legal.Has(a) && worth > top {
			best, top = a, worth
		}
	}
	better(seat.ForeignAid, 2*c.coin*(1-c.holds(v, seat.Duke)))
	better(seat.Tax, c.claim(v, seat.Duke, 3*c.coin))
	better(seat.Coup, c.kill(opp, 7))
	better(seat.Exchange, c.claim(v, seat.Ambassador, c.trade/float32(1+own.Turns)))
	if v.Legal.Has(seat.Steal) {
		block := min(c.holds(v, seat.Captain)+c.holds(v, seat.Ambassador), 1)
		better(seat.Steal, c.claim(v, seat.Captain, 2*float32(min(opp.Coins, 2))*c.coin*(1-block)))
	}
	if v.Legal.Has(seat.Assassinate) {
		better(seat.Assassinate, c.claim(v, seat.Assassin, c.kill(opp, 3)*(1-c.holds(v, seat.Contessa))))
	}
	return best
}

// kill returns the worth of taking a life at a price in coins. The last life is worth any price.
func (c *calculator) kill(opp *seat.Side, price float32) float32 {
	if opp.Lives == 1 {
		return 3 * c.last
	}
	return 1 + float32((3-price)*c.coin) // a Tax would have earned three coins in this turn
}

// prize returns the worth of stopping the action against victim, or a block of it; kill is that of an Assassinate.
func (c *calculator) prize(a seat.Action, victim *seat.Side, kill float32) float32 {
	switch a {
	case seat.ForeignAid:
		return 2 * c.coin
	case seat.Tax:
		return 3 * c.coin
	case seat.Steal:
		return 2 * float32(min(victim.Coins, 2)) * c.coin
	case seat.Assassinate:
		return kill
	}
	return c.trade / 2
}

func (c *calculator) reply(v *seat.View, _ uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	prize := c.prize(v.Action, own, c.life(own))
	best, top := seat.Pass, float32(0)
	if v.Legal.Has(seat.Challenge) {
		p := c.holds(v, claimed(v))
		risk := c.life(own)
		if v.Action == seat.Assassinate && own.Lives > 1 {
			risk = c.last // it loses the first life in any case, and the second if it is wrong
		}
		if worth := float32((1-p)*(prize+c.life(opp))) - float32(p*risk); worth > top {
			best, top = seat.Challenge, worth
		}
	}
	for _, a := range blocks[v.Action] {
		if worth := c.claim(v, a.Claims(), prize); worth > top {
			best, top = a, worth
		}
	}
	return best
}

func (c *calculator) doubts(v *seat.View, _ uint64) bool {
	own, opp := v.Own(), v.Opponent()
	p := c.holds(v, claimed(v))
	gain := c.prize(v.Action, opp, c.last) // of an Assassinate that goes on the opponent loses both cards
	return (1-p)*(gain+c.life(opp)) > p*c.life(own)
}
