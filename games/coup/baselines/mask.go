package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// mask plays as if it held one role that it does not hold: its mask.
type mask struct {
	taste
	wear      float32
	challenge float32
}

// wardrobe has the actions of the masks, the preferred one first.
var wardrobe = [...]seat.Action{seat.Tax, seat.Steal, seat.Assassinate, seat.Exchange}

func theMask() character {
	return character{
		name: "Mask", points: 74,
		doc: "Hides its true cards behind a role that it does not hold, the first one free of Duke, Captain, Assassin and Ambassador, and plays that role's action for as long as the mask holds. " +
			"Torn off, it puts on the next. Its true cards it shows only to block.",
		genes: []gene.Gene{
			share("wear", 0.5, 1, 1, "how often it plays the mask's role rather than a plain turn"),
			share("challenge", 0.05, 0.1667, 0.45, "the chance of holding the card below which it challenges a claim"),
		},
		seat: func(p []float32) seat.Policy {
			return &mask{taste{5, 4, 6, 8, 7}, p[0], p[1]}
		},
	}
}

// worn returns the action of its mask: the first of a role that it neither holds nor was caught without.
func worn(v *seat.View) seat.Action {
	for _, a := range wardrobe {
		r := a.Claims()
		if v.Legal.Has(a) && !v.Hand.Has(r) && v.Own().Denied&r.Bit() == 0 {
			return a
		}
	}
	return seat.NoAction
}

func (m *mask) Act(v *seat.View, x uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return m.turn(v, x)
	case seat.AskReply:
		return m.reply(v)
	case seat.AskBlock:
		return challengeIf(odds(v, claimed(v)) < m.challenge)
	}
	return m.card(v)
}

func (m *mask) turn(v *seat.View, x uint64) seat.Action {
	if v.Legal.Has(seat.Coup) {
		return seat.Coup
	}
	if a := worn(v); a != seat.NoAction && happens(x, m.wear) {
		return a
	}
	return seat.Income
}

func (m *mask) reply(v *seat.View) seat.Action {
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	if v.Action != seat.ForeignAid && odds(v, claimed(v)) < m.challenge {
		return seat.Challenge
	}
	if v.Action == seat.ForeignAid && claimsAny(v.Own(), seat.Duke) || doomed(v) {
		return blocks(v.Action)[0]
	}
	return m.yield(v)
}
