package baselines

import "bloodline/games/coup/seat"

type statistician struct {
	lies             float32 // the share of liars that it takes for granted before it has seen any
	challenge, block float32 // the chances of truth below which it challenges an action, and a block
	bluff            float32 // how often it lies where a lie would go with the open cards
}

var theStatistician = character{
	name: "Statistician", points: 138, taste: taste{3, 6, 5, 9, 8}, buys: true, blocks: true,
	doc: "Counts cards. The hypergeometric odds that a claim is true are weighed against the share of lies " +
		"seen in this game, and a claim below its threshold is challenged. It trusts its own cards: it never exchanges, and it lies at a fixed rate, only about roles of which no card lies open.",
	style: &statistician{lies: 0.44973633, challenge: 0.45009765, block: 0.4844131, bluff: 0.234375},
}

func (s *statistician) doubts(v *seat.View, _ uint64) bool { return s.chanceTrue(v) < s.block }

// chanceTrue is the probability that the claim is true, by Bayes: an opponent that holds the role claims it, and one
// that does not claims it as often as this opponent was seen to lie.
func (s *statistician) chanceTrue(v *seat.View) float32 {
	opp := v.Opponent()
	lies := (float32(opp.Caught) + float32(3*s.lies)) / (float32(opp.Caught) + float32(opp.Shown) + 3)
	return scaleOdds(odds(v, claimed(v)), 1/lies)
}

// sound reports whether a bluff of a role agrees with the open cards and with its own claims.
func (s *statistician) sound(v *seat.View, r seat.Role) bool {
	return v.Known(r)-v.Hand.Count(r) == 0 && credible(v.Own(), r)
}

func (s *statistician) turn(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	switch {
	case canHonestly(v, seat.Assassinate) && odds(v, seat.Contessa) < 0.3 && !claimsAny(opp, seat.Contessa):
		return seat.Assassinate
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Steal) && opp.Coins > 1 && !claimsAny(opp, seat.Captain, seat.Ambassador):
		return seat.Steal
	case own.Coins < 7 && s.sound(v, seat.Duke) && happens(x, s.bluff):
		return seat.Tax
	case odds(v, seat.Duke) < 0.4 && !claimsAny(opp, seat.Duke):
		return seat.ForeignAid
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	}
	return seat.Income
}

func (s *statistician) reply(v *seat.View, x uint64) seat.Action {
	if v.Action != seat.ForeignAid && s.chanceTrue(v) < s.challenge {
		return seat.Challenge
	}
	switch {
	case doomed(v) && s.sound(v, seat.Contessa):
		return seat.BlockContessa
	case doomed(v):
		return seat.Challenge
	case v.Action == seat.Steal && v.Own().Coins > 1 && s.sound(v, seat.Captain) && happens(x, s.bluff):
		return seat.BlockCaptain
	}
	return seat.Pass
}

// solver weighs every hand that the opponent can hold.
type solver struct {
	lie, shy  float32 // weights of a hand for each claimed role that it lacks, and for each role in it that it did not use
	challenge float32 // the weight of truthful hands below which it challenges
	bluff     float32 // the share of challenges up to which an opponent is worth lying to
}

var theSolver = character{
	name: "Solver", points: 137, taste: taste{4, 6, 5, 9, 8}, buys: true, blocks: true,
	doc: "Enumerates the hands that the opponent can hold and weighs each by what the opponent's claims say of it: " +
		"a hand without a claimed role needs a lie, a hand with a role that was not used needs a slow player. It challenges, steals and murders by these weights, never exchanges what it has worked out, " +
		"and lies only against an opponent that has let its claims pass.",
	style: &solver{lie: 0.410273, shy: 0.66203964, challenge: 0.50022066, bluff: 0.6500469},
}

func (s *solver) doubts(v *seat.View, _ uint64) bool { return s.weigh(v).has(claimed(v)) < s.challenge }

// hands has weights of all hands that the opponent can hold, added up by role. The weight of a hand is the number of
// ways to deal it times a factor for each role in it, so sums over pairs of cards follow from sums over roles.
type hands struct {
	with  [seat.Roles]float32 // weight of the hands with the role, as one card of them
	twice [seat.Roles]float32 // weight of the hands with the role twice
	total float32             // sum of with
	all   float32             // weight of all hands
	pairs bool                // the opponent has two cards
}

func (s *solver) weigh(v *seat.View) hands {
	var h hands
	opp := v.Opponent()
	h.pairs = opp.Lives > 1
	for r := seat.Role(0); r < seat.Roles; r++ {
		ways := float32(unseen(v, r))
		w := float32(1)
		if opp.Denied&r.Bit() != 0 {
			w = s.shy
		}
		if opp.Standing&r.Bit() != 0 {
			w /= s.lie // relative to the hands without the role
		}
		h.with[r] = ways * w
		h.twice[r] = ways * (ways - 1) / 2 * w
		h.total += h.with[r]
		h.all += h.twice[r] - float32(h.with[r]*h.with[r]/2)
	}
	h.all += float32(h.total * h.total / 2)
	if !h.pairs {
		h.all = h.total
	}
	return h
}

func (h hands) has(r seat.Role) float32 {
	if !h.pairs {
		return h.with[r] / h.all
	}
	return (float32(h.with[r]*(h.total-h.with[r])) + h.twice[r]) / h.all
}

func (h hands) either(r, q seat.Role) float32 {
	both := h.with[r] * h.with[q] / h.all
	if !h.pairs {
		both = 0
	}
	return h.has(r) + h.has(q) - both
}

func (s *solver) turn(v *seat.View, _ uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	h := s.weigh(v)
	naive := boldness(opp, 0.3) < s.bluff
	switch {
	case canHonestly(v, seat.Assassinate) && h.has(seat.Contessa) < 0.5:
		return seat.Assassinate
	case canHonestly(v, seat.Steal) && opp.Coins > 1 && h.either(seat.Captain, seat.Ambassador) < 0.5:
		return seat.Steal
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case naive && credible(own, seat.Duke):
		return seat.Tax
	case naive && v.Legal.Has(seat.Assassinate) && own.Lives == 1 && credible(own, seat.Assassin) && h.has(seat.Contessa) < 0.3:
		return seat.Assassinate
	case h.has(seat.Duke) < 0.4:
		return seat.ForeignAid
	}
	return seat.Income
}

func (s *solver) reply(v *seat.View, _ uint64) seat.Action {
	own := v.Own()
	if v.Action == seat.ForeignAid {
		if claimsAny(own, seat.Duke) {
			return seat.BlockDuke
		}
		return seat.Pass
	}
	h := s.weigh(v)
	switch p := h.has(claimed(v)); {
	case p < s.challenge:
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	case v.Action == seat.Steal && own.Coins > 1 && boldness(v.Opponent(), 0.3) < s.bluff && credible(own, seat.Captain):
		return seat.BlockCaptain
	}
	return seat.Pass
}

// gambler takes every bet whose prize is worth its stake.
type gambler struct {
	appetite float32 // what a prize is worth to it beside the stake; high bets more
	chase    float32 // how its appetite grows when it has fewer cards than the opponent
	credit   float32 // what a claim does to the odds that it is true; high challenges less
	nerve    float32 // the chance that it gives a lie to pass
}

var theGambler = character{
	name: "Gambler", points: 136, taste: taste{2, 6, 7, 4, 8}, buys: true, blocks: true,
	doc: "Sees every challenge and every lie as a bet: the prize times the chance to win it against the stake times the chance to lose it. " +
		"It takes bets that are worse than even when it likes the prize, and more of them when it is behind. It knows no grudge: only cards that lie open move its odds.",
	style: &gambler{appetite: 0.54791015, chase: 1.2981446, credit: 3.4469335, nerve: 0.8798002},
}

// lifePrice is the worth of a life, by the price of a Coup. Prizes and stakes are in coins.
const lifePrice = 7

func (g *gambler) doubts(v *seat.View, _ uint64) bool {
	return g.bet(v, 1-g.holds(v, claimed(v)), lifePrice+g.pot(v), lifePrice)
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

func (g *gambler) bet(v *seat.View, p, prize, stake float32) bool {
	a := g.appetite
	if v.Own().Lives < v.Opponent().Lives {
		a *= g.chase
	}
	return p*prize*a > (1-p)*stake
}

func (g *gambler) dares(v *seat.View, r seat.Role, prize float32) bool {
	p := g.nerve * (1 - float32(v.Known(r)-v.Hand.Count(r))/3) // the more copies are open, the less credible
	if v.Own().Denied&r.Bit() != 0 {
		p /= 2
	}
	return g.bet(v, p, prize, lifePrice)
}

func (g *gambler) turn(v *seat.View, _ uint64) seat.Action {
	opp := v.Opponent()
	switch {
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

func (g *gambler) reply(v *seat.View, _ uint64) seat.Action {
	stake := float32(lifePrice)
	if v.Action == seat.Assassinate && v.Own().Lives > 1 {
		stake *= 2 // a lost challenge costs both lives
	}
	switch {
	case v.Action == seat.ForeignAid:
		if g.dares(v, seat.Duke, 2) {
			return seat.BlockDuke
		}
		return seat.Pass
	case g.bet(v, 1-g.holds(v, claimed(v)), lifePrice+g.pot(v), stake):
		return seat.Challenge
	case doomed(v) || v.Action == seat.Assassinate && g.dares(v, seat.Contessa, lifePrice):
		return seat.BlockContessa
	case v.Action == seat.Steal && v.Own().Coins > 1 && g.dares(v, seat.Captain, 4):
		return seat.BlockCaptain
	}
	return seat.Pass
}
