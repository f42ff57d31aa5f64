package baselines

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

type random struct{}

var theRandom = character{
	name: "Random", points: 64,
	doc: "Every legal move is equally likely.",
}

func (random) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x, uint64(v.Legal)))
}

type challenger struct {
	aid   float32 // how often a turn goes to Foreign Aid rather than Income
	hoard float32 // the coins with which it buys a Coup
}

var theChallenger = character{
	name: "Challenger", points: 79, taste: taste{3, 5, 6, 4, 7},
	doc: "Challenges every claim, of actions and of blocks. Claims are for liars, so it makes none, not even a true one: " +
		"it lives on Income and Foreign Aid, lets Foreign Aid pass, and saves for a Coup.",
	style: &challenger{aid: 0, hoard: 8.5},
}

func (*challenger) reply(v *seat.View, _ uint64) seat.Action {
	return challengeIf(v.Legal.Has(seat.Challenge))
}

func (*challenger) doubts(*seat.View, uint64) bool { return true }

func (c *challenger) turn(v *seat.View, x uint64) seat.Action {
	switch {
	case float32(v.Own().Coins) >= c.hoard:
		return seat.Coup
	case happens(x, c.aid):
		return seat.ForeignAid
	}
	return seat.Income
}
