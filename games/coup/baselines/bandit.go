package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// bandit steals.
type bandit struct {
	taste
	nerve     float32
	challenge float32
	block     float32
}

func theBandit() character {
	return character{
		name: "Bandit", points: 113,
		doc: "Steals as long as there are two coins to steal: with a Captain always, without one by nerve until it was caught. It blocks every Steal, as the Captain unless it holds an Ambassador, " +
			"saves what it took for a Coup, and thinks of other lines of work only when the victim is broke.",
		genes: []gene.Gene{
			share("nerve", 0.3, 0.5753783579356967, 1, "how often it steals without a Captain"),
			share("challenge", 0.09, 0.14971655273437492, 0.45, "the chance of holding the card below which it challenges an action"),
			share("block", 0, 0.16465780785307288, 0.45, "the same for a block"),
		},
		seat: func(p []float32) seat.Policy {
			return &bandit{taste{6, 4, 9, 5, 7}, p[0], p[1], p[2]}
		},
	}
}

func (b *bandit) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return b.turn(v, x)
	case seat.AskReply:
		return b.reply(v)
	case seat.AskBlock:
		return challengeIf(odds(v, claimed(v)) < b.block)
	}
	return b.card(v)
}

func (b *bandit) turn(v *seat.View, x uint64) seat.Action {
	own, opp := v.Own(), v.Opponent()
	switch {
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case canHonestly(v, seat.Steal) && opp.Coins > 1:
		return seat.Steal
	case opp.Coins > 1 && own.Denied&seat.Captain.Bit() == 0 && happens(x, b.nerve):
		return seat.Steal
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	case !claimsAny(opp, seat.Duke):
		return seat.ForeignAid
	}
	return seat.Income
}

func (b *bandit) reply(v *seat.View) seat.Action {
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	switch {
	case v.Action == seat.Steal && v.Own().Denied&seat.Captain.Bit() == 0:
		return seat.BlockCaptain
	case v.Action != seat.ForeignAid && odds(v, claimed(v)) < b.challenge:
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	}
	return b.yield(v)
}
