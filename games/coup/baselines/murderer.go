package baselines

import (
	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// murderer assassinates.
type murderer struct {
	taste
	nerve     float32
	challenge float32
	block     float32
}

func theMurderer() character {
	return character{
		name: "BloodyMurder", points: 119,
		doc: "Assassinates whenever it has 3 coins: with an Assassin always, without one where the victim has let enough claims pass, until it was caught. " +
			"Whatever brings 3 coins soon will do: a Tax, true or not, a true Steal, or Foreign Aid. It keeps its Assassins and doubts a Contessa more than anything.",
		genes: []gene.Gene{
			share("nerve", 0.1, 0.3672885000705719, 1, "the share of challenges up to which it murders an opponent without an Assassin"),
			share("challenge", 0, 0.09953939028084273, 0.45, "the chance of holding the card below which it challenges an action"),
			share("block", 0, 0.29507911682128907, 0.45, "the same for a block"),
		},
		seat: func(p []float32) seat.Policy {
			return &murderer{taste{3, 9, 6, 4, 7}, p[0], p[1], p[2]}
		},
	}
}

func (m *murderer) Act(v *seat.View, _ uint64) seat.Action {
	switch v.Ask {
	case seat.AskTurn:
		return m.turn(v)
	case seat.AskReply:
		return m.reply(v)
	case seat.AskBlock:
		p := odds(v, claimed(v))
		if v.Block == seat.BlockContessa && v.Opponent().Lives > 1 {
			p /= 2 // both cards are to be won
		}
		return challengeIf(p < m.block)
	}
	return m.card(v)
}

func (m *murderer) turn(v *seat.View) seat.Action {
	own := v.Own()
	switch {
	case canHonestly(v, seat.Assassinate):
		return seat.Assassinate
	case v.Legal.Has(seat.Coup):
		return seat.Coup
	case v.Legal.Has(seat.Assassinate) && own.Denied&seat.Assassin.Bit() == 0 && boldness(v.Opponent(), 0.3) < m.nerve:
		return seat.Assassinate
	case canHonestly(v, seat.Tax):
		return seat.Tax
	case canHonestly(v, seat.Steal):
		return seat.Steal
	case own.Coins < 3 && own.Denied&seat.Duke.Bit() == 0:
		return seat.Tax
	case canHonestly(v, seat.Exchange):
		return seat.Exchange
	}
	return seat.ForeignAid
}

func (m *murderer) reply(v *seat.View) seat.Action {
	if a := honestBlock(v); a != seat.NoAction {
		return a
	}
	switch {
	case v.Action != seat.ForeignAid && odds(v, claimed(v)) < m.challenge:
		return seat.Challenge
	case doomed(v):
		return seat.BlockContessa
	}
	return m.yield(v)
}
