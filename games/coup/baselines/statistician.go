package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// statistician counts cards and lies.
type statistician struct {
	taste
	lies      float32
	challenge float32
	block     float32
	bluff     float32
}

func theStatistician() character {
	return character{
		name: "Statistician", points: 138,
		doc: "Counts cards. The hypergeometric odds that a claim is true are weighed against the share of lies " +
			"seen in this game, and a claim below its threshold is challenged. It trusts its own cards: it never exchanges, and it lies at a fixed rate, only about roles of which no card lies open.",
		genes: []gene.Gene{
			share("lies", 0.35, 0.4497363281249999, 0.8, "the share of liars that it takes for granted before it has seen any"),
			share("challenge", 0.4, 0.45009765625000003, 0.8, "the chance of truth below which it challenges an action"),
			share("block", 0.4, 0.48441308593750015, 0.8, "the same for a block"),
			share("bluff", 0.15, 0.234375, 0.6, "how often it lies where a lie would go with the open cards"),
		},
		seat: func(p []float32) seat.Policy {
			return &statistician{taste{3, 6, 5, 9, 8}, p[0], p[1], p[2], p[3]}
		},
	}
}

func (s *statistician) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return s.turn(v, x)
	case seat.AskReply:
		return s.reply(v, x)
	case seat.AskBlock:
		return challengeIf(s.chanceTrue(v) < s.block)
	}
	return s.card(v)
}

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
	case v.Legal.Has(seat.Coup):
		return seat.Coup
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
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
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
	return s.yield(v)
}
