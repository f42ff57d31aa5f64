// Package baselines has hand-written opponents.
package baselines

import (
	"bloodline/engine"
	"bloodline/engine/roll"

	"liarsdice/fast/rules"
	"liarsdice/fast/seat"
)

// All lists the opponents, the strongest first.
func All() []engine.Baseline {
	return []engine.Baseline{
		{Name: "Hasty", Doc: "Assumes one die of the other for the face that it bid last. Calls bids that are then less than half likely, else makes the likeliest of the six lowest bids.", Player: careful{0, true}},
		{Name: "Patient", Doc: "Calls bids that are nearly impossible by its own dice.", Player: careful{-2, false}},
		{Name: "Counter", Doc: "Calls bids that are less than half likely by its own dice.", Player: careful{0, false}},
		{Name: "Random", Doc: "Every legal action is equally likely.", Player: random{}},
	}
}

// careful calls a bid with log-odds below its limit.
type careful struct {
	limit  float64
	trusts bool // assumes that the other has a die of the face that it bid last
}

func (c careful) Act(v *seat.View, _ uint64) seat.Action {
	low := seat.Action(0)
	if last, ok := v.Last(); ok {
		low = last + 1
		if c.trusts && last.Count() > 1 {
			last -= seat.Faces
		}
		if low == seat.Liar || rules.Odds(v, last) < c.limit {
			return seat.Liar
		}
	}
	best := low
	for a := low; a < min(low+seat.Faces, seat.Liar); a++ {
		if rules.Odds(v, a) > rules.Odds(v, best) {
			best = a
		}
	}
	return best
}

type random struct{}

func (random) Act(v *seat.View, rolled uint64) seat.Action {
	return seat.Action(roll.Bit(rolled, v.Legal()))
}
