package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// turncoat is honest until the game turns against it.
type turncoat struct {
	taste
	patience  float32
	nerve     float32
	challenge float32
	block     float32
}

func theTurncoat() character {
	return character{
		name: "Turncoat", points: 134,
		doc: "Honest and believing at first. When things turn, which is when it has lost a card or trails by more coins than its patience allows, " +
			"it lies wherever it can, since by then its word is good, and doubts what the cards make unlikely.",
		genes: []gene.Gene{
			{Name: "patience", Unit: "coins", Min: 1, Default: 3.4989675998687746, Max: 8, Doc: "how many coins behind turn it"},
			share("nerve", 0.6, 0.7694890975952148, 1, "how often it lies once it has turned"),
			share("challenge", 0.16, 0.16634375, 0.45, "once it has turned, the chance of holding the card below which it challenges an action"),
			share("block", 0.16, 0.24933843749999993, 0.45, "the same for a block"),
		},
		seat: func(p []float32) seat.Policy {
			return &turncoat{taste{3, 5, 6, 7, 8}, p[0], p[1], p[2], p[3]}
		},
	}
}

// turned reports whether it has gone over to lying.
func (t *turncoat) turned(v *seat.View) bool {
	own := v.Own()
	return own.Lives == 1 || float32(int(v.Opponent().Coins)-int(own.Coins)) > t.patience
}

func (t *turncoat) Act(v *seat.View, x uint64) seat.Action {
	turned := t.turned(v)
	switch v.Ask {
	case seat.AskTurn:
		return t.turn(v, turned && happens(x, t.nerve))
	case seat.AskReply:
		return t.reply(v, turned, happens(x, t.nerve))
	case seat.AskBlock:
		return challengeIf(t.unlikely(v, turned, t.block))
	}
	return t.card(v)
}

// unlikely compares the odds of a claim with a threshold. Before the turn only a claim that the placed cards rule out
// is unlikely.
func (t *turncoat) unlikely(v *seat.View, turned bool, threshold float32) bool {
	p := odds(v, claimed(v))
	return p == 0 || turned && p < threshold
}

func (t *turncoat) turn(v *seat.View, lies bool) seat.Action {
	own, opp := v.Own(), v.Opponent()
	switch {
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case canHonestly(v, seat.Assassinate) && !claimsAny(opp, seat.Contessa):
		return seat.Assassinate
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Steal) && !claimsAny(opp, seat.Captain, seat.Ambassador):
		return seat.Steal
	case lies && v.Legal.Has(seat.Assassinate) && own.Denied&seat.Assassin.Bit() == 0 && !claimsAny(opp, seat.Contessa) && opp.Lives == 1:
		return seat.Assassinate
	case lies && own.Denied&seat.Duke.Bit() == 0:
		return seat.Tax
	case canHonestly(v, seat.Exchange):
		return seat.Exchange
	case !claimsAny(opp, seat.Duke):
		return seat.ForeignAid
	}
	return seat.Income
}

func (t *turncoat) reply(v *seat.View, turned, lies bool) seat.Action {
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	own := v.Own()
	switch {
	case v.Action != seat.ForeignAid && t.unlikely(v, turned, t.challenge):
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	case !turned || !lies:
	case v.Action == seat.ForeignAid && own.Denied&seat.Duke.Bit() == 0:
		return seat.BlockDuke
	case v.Action == seat.Steal && own.Denied&seat.Captain.Bit() == 0:
		return seat.BlockCaptain
	}
	return t.yield(v)
}
