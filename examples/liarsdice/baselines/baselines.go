// Package baselines holds the hand-written opponents that genomes are bred against
// and measured by.
package baselines

import (
	"bloodline/arena/baseline"
	"bloodline/engine/roll"

	"liarsdice/seat"
)

// All lists the baselines, strongest first.
func All() []baseline.Baseline {
	return []baseline.Baseline{
		{Name: "Hasty", Doc: "Counts a die of the other for the face that it has just bid; calls what is then not nearly an even chance, else makes the likeliest of the lowest bids.", Player: player{limit: 0.4, trust: 1}},
		{Name: "Believer", Doc: "As Hasty, but calls only what is unlikely.", Player: player{limit: 0.2, trust: 1}},
		{Name: "Patient", Doc: "Counts nothing for the other's bids, and calls what is nearly impossible.", Player: player{limit: 0.1}},
		{Name: "Bluffer", Doc: "As Believer, but three bids of ten are any of the six lowest.", Player: player{limit: 0.2, trust: 1, bluff: 0.3}},
		{Name: "Gullible", Doc: "As Patient, but counts two dice of the other for the face that it has just bid.", Player: player{limit: 0.1, trust: 2}},
		{Name: "Counter", Doc: "As Patient, but calls what is less than half likely.", Player: player{limit: 0.5}},
		{Name: "Random", Doc: "Picks one of the legal actions, each as likely as the others.", Player: baseline.Random[seat.View, seat.Action]{Legal: (*seat.View).Legal}},
	}
}

type player struct {
	limit float64 // calls a bid that is less likely
	trust int     // dice of the other that show the face of its last bid
	bluff float64 // share of bids that are drawn
}

func (p player) Act(v *seat.View, x uint64) seat.Action {
	low := seat.Action(0)
	if last, ok := v.Last(); ok {
		if low = last + 1; low == seat.Liar || p.truth(v, last) < p.limit {
			return seat.Liar
		}
	}
	end := min(low+seat.Faces, seat.Liar)
	if roll.Unit(x) < p.bluff {
		return low + seat.Action(roll.Below(roll.Next(x), int(end-low)))
	}
	best := low
	for a := low; a < end; a++ {
		if p.truth(v, a) > p.truth(v, best) {
			best = a
		}
	}
	return best
}

// truth is the probability of a bid, with trust in the other's last one.
func (p player) truth(v *seat.View, a seat.Action) float64 {
	if last, ok := v.Last(); ok && a.Face() == last.Face() && a.Count() > p.trust {
		a -= seat.Action(seat.Faces * p.trust)
	}
	return v.Truth(a)
}
