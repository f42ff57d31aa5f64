package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// taxman lives on Tax.
type taxman struct {
	taste
	bluff     float32
	challenge float32
	block     float32
}

func theTaxman() character {
	return character{
		name: "Taxman", points: 144,
		doc: "Lives on Tax: with a Duke always, without one as if it had one, until it was caught, " +
			"and buys a Coup as soon as it has 7 coins. It claims the Duke against every Foreign Aid, doubts other people's Dukes first, and keeps its own.",
		genes: []gene.Gene{
			share("bluff", 0.6, 0.8907901457697155, 1, "how often it taxes without a Duke when nothing speaks against it"),
			share("challenge", 0, 0.16674208984375, 0.45, "the chance of holding the card below which it challenges an action"),
			share("block", 0, 0.20818843994140623, 0.45, "the same for a block"),
		},
		seat: func(p []float32) seat.Policy {
			return &taxman{taste{2, 4, 5, 6, 9}, p[0], p[1], p[2]}
		},
	}
}

func (t *taxman) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return t.turn(v, x)
	case seat.AskReply:
		return t.reply(v)
	case seat.AskBlock:
		return challengeIf(odds(v, claimed(v)) < t.block)
	}
	return t.card(v)
}

func (t *taxman) turn(v *seat.View, x uint64) seat.Action {
	own := v.Own()
	switch {
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case v.Hand.Has(seat.Duke):
		return seat.Tax
	case canHonestly(v, seat.Assassinate) && own.Lives == 1:
		return seat.Assassinate
	case own.Denied&seat.Duke.Bit() == 0 && happens(x, t.bluff):
		return seat.Tax
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	case canHonestly(v, seat.Steal):
		return seat.Steal
	case own.Caught == 0:
		return seat.Tax
	}
	return seat.ForeignAid
}

func (t *taxman) reply(v *seat.View) seat.Action {
	if v.Action == seat.ForeignAid {
		return seat.BlockDuke
	}
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	role := claimed(v)
	p := odds(v, role)
	if role == seat.Duke && v.Hand.Has(seat.Duke) {
		p /= 2
	}
	switch {
	case p < t.challenge:
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	}
	return t.yield(v)
}
