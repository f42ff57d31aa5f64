package baselines

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// counsel answers the opponent's actions: it challenges claims by the evidence against them.
type counsel struct {
	proof float32 // evidence that it needs for a challenge; a placed copy of the role is one point
	cross float32 // rate of challenges without evidence
}

// evidence adds up points against a claim: copies seen elsewhere, a denial, more claims than cards, lies so far.
func evidence(v *seat.View, r seat.Role) float32 {
	opp := v.Opponent()
	sum := float32(v.Known(r))
	if opp.Lives == 1 {
		sum += 0.5
	}
	if opp.DeniedBefore&r.Bit() != 0 {
		sum += 1.5
	}
	sum += float32(max(opp.Overclaims(), 0)) + float32(0.7*float32(opp.Caught)) - float32(0.4*float32(opp.Shown))
	if opp.Claims[r] > 1 {
		sum -= 0.3
	}
	return sum
}

// doubts reports whether it challenges: always if all three copies are seen elsewhere.
func (c *counsel) doubts(v *seat.View, x uint64) bool {
	r := claimed(v)
	return v.Known(r) >= 3 || evidence(v, r) >= c.proof || happens(x, c.cross)
}

func (c *counsel) reply(v *seat.View, x uint64) seat.Action {
	if v.Action != seat.ForeignAid && c.doubts(v, x) {
		return seat.Challenge
	}
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	if doomed(v) {
		return seat.Challenge
	}
	return seat.Pass
}

type lawyer struct {
	counsel
	aid   float32 // how often an idle turn goes to Foreign Aid rather than Income
	delay float32 // the coins with which it takes to a Coup
}

var theLawyer = character{
	name: "Lawyer", points: 119, taste: taste{4, 5, 6, 7, 8},
	doc: "Abides by the law: it never lies, steals or murders. It argues first and blocks second: it collects what speaks against a claim (placed cards, a story that changed, more roles than cards, lies told before), " +
		"challenges when the case is strong enough, and cross-examines some claims without a case. Before its last card goes to an assassin it always goes to court.",
	style: &lawyer{counsel{proof: 1.625, cross: 0.1}, 0.8270391, 8.5},
}

func (l *lawyer) turn(v *seat.View, x uint64) seat.Action {
	switch {
	case float32(v.Own().Coins) >= l.delay:
		return seat.Coup
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case !claimsAny(v.Opponent(), seat.Duke) && happens(x, l.aid):
		return seat.ForeignAid
	}
	return seat.Income
}

// aggressor defends as the Lawyer does and attacks by a rota that a roll turns.
type aggressor struct {
	counsel
	nerve float32 // how often it makes the day's attack without the card
	steal float32 // how often the day's attack is Steal rather than Tax
}

var theAggressor = character{
	name: "RandoAggroLawyer", points: 137, taste: taste{3, 6, 7, 5, 8}, buys: true,
	doc: "Defends as the Lawyer does and attacks in changing ways: each turn a roll picks Tax or Steal as the day's attack, and it is made with the card or without it, " +
		"as long as the story holds. Assassinations need the card; a Coup is bought at 7 coins.",
	style: &aggressor{counsel{proof: 1.6076665, cross: 0.05}, 0.65637696, 0.3279865},
}

func (a *aggressor) turn(v *seat.View, x uint64) seat.Action {
	opp := v.Opponent()
	today, other := seat.Tax, seat.Steal
	if happens(x, a.steal) {
		today, other = other, today
	}
	switch {
	case canHonestly(v, seat.Assassinate) && !claimsAny(opp, seat.Contessa):
		return seat.Assassinate
	case canHonestly(v, today):
		return today
	case canHonestly(v, other):
		return other
	case v.Legal.Has(today) && credible(v.Own(), today.Claims()) && happens(roll.Next(x), a.nerve):
		return today
	}
	return seat.ForeignAid
}
