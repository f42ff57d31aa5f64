package coup

import (
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

// random moves by chance alone.
type random struct{}

func theRandom() character {
	return character{
		Baseline: Baseline{"Random", "Every legal move is equally likely.", 64},
		seat:     func([]float64) seat.Policy { return random{} },
	}
}

func (random) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x, uint64(v.Legal)))
}

// challenger believes nobody.
type challenger struct {
	taste
	work float32
	aid  float32
}

func theChallenger() character {
	return character{
		Baseline: Baseline{"Challenger", "Challenges every claim, be it an action or a block. " +
			"It never lies itself, and what it does between two lawsuits hardly interests it: some true Tax, Steal or Assassination, else Income or Foreign Aid, and a Coup when the rules force it at 10 coins.", 79},
		genes: []gene.Gene{
			share("work", 0, 0.4, 1, "how often it uses a card that it holds for its turn"),
			share("aid", 0, 0.3, 1, "how often an idle turn goes to Foreign Aid rather than Income"),
		},
		seat: func(p []float64) seat.Policy {
			return &challenger{taste{3, 5, 6, 4, 7}, float32(p[0]), float32(p[1])}
		},
	}
}

func (c *challenger) Act(v *seat.View, x uint64) seat.Action {
	switch {
	case v.Ask == seat.AskTurn:
		return c.turn(v, x)
	case v.Legal.Has(seat.Challenge):
		return seat.Challenge
	case v.Ask == seat.AskReply:
		if a := truth(v); a != seat.NoAction {
			return a
		}
		return seat.Pass
	}
	return c.card(v)
}

func (c *challenger) turn(v *seat.View, x uint64) seat.Action {
	switch {
	case !taken(x, c.work):
		return c.idle(roll.Next(x))
	case can(v, seat.Assassinate):
		return seat.Assassinate
	case can(v, seat.Tax):
		return seat.Tax
	case can(v, seat.Steal):
		return seat.Steal
	}
	return c.idle(roll.Next(x))
}

func (c *challenger) idle(x uint64) seat.Action {
	if taken(x, c.aid) {
		return seat.ForeignAid
	}
	return seat.Income
}
