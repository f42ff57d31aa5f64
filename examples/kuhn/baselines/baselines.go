// Package baselines holds the hand-written opponents that genomes are bred against
// and measured by.
//
// It imports the standard library, package seat, bloodline/engine/roll and
// bloodline/arena/baseline only, so that a baseline can be exported as a program too.
package baselines

import (
	"bloodline/arena/baseline"
	"bloodline/engine/roll"

	"kuhn/seat"
)

// All lists the baselines, strongest first. Replace: opponents of your game, each
// with one idea carried through. Keep Random: it is the floor of every table.
func All() []baseline.Baseline {
	return []baseline.Baseline{
		{Name: "Honest", Doc: "Bets and calls with the highest card, calls with the middle card half of the time, never bluffs.", Player: player(honest)},
		{Name: "Folder", Doc: "Gives up against a bet without the highest card, and bets nothing else.", Player: player(folder)},
		{Name: "Bluffer", Doc: "Bets the highest card and the lowest, and calls with the middle card or better.", Player: player(bluffer)},
		{Name: "Caller", Doc: "Calls every bet with any card, and bets the highest card only.", Player: player(caller)},
		{Name: "Random", Doc: "Picks one of the legal actions, each as likely as the others.", Player: baseline.Random[seat.View, seat.Action]{Legal: (*seat.View).Legal}},
	}
}

// player is a rule as a policy: whether to bet, or to call a bet.
type player func(v *seat.View, x uint64) bool

func (p player) Act(v *seat.View, x uint64) seat.Action { return v.Answer(p(v, x)) }

func bluffer(v *seat.View, _ uint64) bool {
	if v.FacesBet() {
		return v.Card >= seat.Queen
	}
	return v.Card != seat.Queen
}

func honest(v *seat.View, x uint64) bool {
	return v.Card == seat.King || v.FacesBet() && v.Card == seat.Queen && roll.Unit(x) < 0.5
}

func folder(v *seat.View, _ uint64) bool { return v.Card == seat.King }

func caller(v *seat.View, _ uint64) bool { return v.Card == seat.King || v.FacesBet() }
