package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// gambler takes every bet whose prize is worth its stake.
type gambler struct {
	taste
	appetite float32
	chase    float32
	credit   float32
	nerve    float32
}

func theGambler() character {
	return character{
		name: "Gambler", points: 136,
		doc: "Sees every challenge and every lie as a bet: the prize times the chance to win it against the stake times the chance to lose it. " +
			"It takes bets that are worse than even when it likes the prize, and more of them when it is behind. It knows no grudge: only cards that lie open move its odds.",
		genes: []gene.Gene{
			factor("appetite", 0.5, 0.5479101562500002, 1.6, "what a prize is worth to it beside the stake; high bets more"),
			factor("chase", 1, 1.2981445312500002, 3, "how its appetite grows when it has fewer cards than the opponent"),
			factor("credit", 2, 3.4469335937499994, 6, "what a claim does to the odds that it is true; high challenges less"),
			share("nerve", 0.8, 0.8798001953125, 1, "the chance that it gives a lie to pass"),
		},
		seat: func(p []float32) seat.Policy {
			return &gambler{taste{2, 6, 7, 4, 8}, p[0], p[1], p[2], p[3]}
		},
	}
}

// lifePrice is the worth of a life, by the price of a Coup. Prizes and stakes are in coins.
const lifePrice = 7

func (g *gambler) Act(v *seat.View, _ uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return g.turn(v)
	case seat.AskReply:
		return g.reply(v)
	case seat.AskBlock:
		return challengeIf(g.bet(v, 1-g.holds(v, claimed(v)), lifePrice+g.pot(v), lifePrice))
	}
	return g.card(v)
}

func (g *gambler) holds(v *seat.View, r seat.Role) float32 { return scaleOdds(odds(v, r), g.credit) }

// pot is what the declared action is about, in coins.
func (g *gambler) pot(v *seat.View) float32 {
	switch v.Action {
	case seat.Tax, seat.ForeignAid:
		return 3
	case seat.Steal:
		return 4
	case seat.Assassinate:
		return lifePrice
	}
	return 1
}

// bet reports whether it takes a bet that it wins with probability p.
func (g *gambler) bet(v *seat.View, p, prize, stake float32) bool {
	a := g.appetite
	if v.Own().Lives < v.Opponent().Lives {
		a *= g.chase
	}
	return p*prize*a > (1-p)*stake
}

// dares reports whether it tells a lie for a prize.
func (g *gambler) dares(v *seat.View, r seat.Role, prize float32) bool {
	p := g.nerve * (1 - float32(v.Known(r)-v.Hand.Count(r))/3) // the more copies are open, the less credible
	if v.Own().Denied&r.Bit() != 0 {
		p /= 2
	}
	return g.bet(v, p, prize, lifePrice)
}

func (g *gambler) turn(v *seat.View) seat.Action {
	opp := v.Opponent()
	switch {
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case canHonestly(v, seat.Assassinate) && !claimsAny(opp, seat.Contessa):
		return seat.Assassinate
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Steal) && opp.Coins > 1:
		return seat.Steal
	case v.Legal.Has(seat.Assassinate) && !claimsAny(opp, seat.Contessa) && g.dares(v, seat.Assassin, lifePrice-3):
		return seat.Assassinate
	case g.dares(v, seat.Duke, 3):
		return seat.Tax
	case opp.Coins > 1 && g.dares(v, seat.Captain, 4):
		return seat.Steal
	}
	return seat.ForeignAid
}

func (g *gambler) reply(v *seat.View) seat.Action {
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	switch {
	case v.Action == seat.ForeignAid:
		if g.dares(v, seat.Duke, 2) {
			return seat.BlockDuke
		}
		return seat.Pass
	case g.bet(v, 1-g.holds(v, claimed(v)), lifePrice+g.pot(v), g.stake(v)):
		return seat.Challenge
	case doomed(v) || v.Action == seat.Assassinate && g.dares(v, seat.Contessa, lifePrice):
		return seat.BlockContessa
	case v.Action == seat.Steal && v.Own().Coins > 1 && g.dares(v, seat.Captain, 4):
		return seat.BlockCaptain
	}
	return g.yield(v)
}

// stake is what a lost challenge costs: both lives if it was of an Assassinate.
func (g *gambler) stake(v *seat.View) float32 {
	if v.Action == seat.Assassinate && v.Own().Lives > 1 {
		return 2 * lifePrice
	}
	return lifePrice
}
