// Package baselines is the field of Wojna deklarowana: eleven opponents, from random moves to a player who remembers
// every card.
//
//  1. [All] lists them, strongest first, with their points a deal in 400 random
//     quartets of the field, each played in four rotations over a run of 40 deals
//     (about ±1; the mean of all seats is 21).
//  2. [New] seats one of them.
//
// Each has one idea. Reader and Veteran learn during a run, the others play every bidding as if it were the first. A
// move takes at most half a microsecond. The package imports the standard library, package roll and the game's seat,
// and must know no other player.
package baselines

import (
	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// All lists the field, strongest first.
func All() []engine.Baseline {
	return []engine.Baseline{
		theVeteran(), theReader(), theCounter(), theTrapper(), theBully(), theTight(),
		theOdds(), theBluffer(), theLoose(), theChecker(), theRandom(),
	}
}

// New returns a baseline by name, in upper or lower case.
func New(name string) (seat.Policy, bool) {
	b, ok := engine.FindBaseline(All(), name)
	p, _ := b.Player.(seat.Policy)
	return p, ok
}

// stay checks if that costs nothing or is worth it, and passes otherwise.
func stay(v *seat.View, worthIt bool) seat.Action {
	if worthIt || v.Price() == 0 {
		return seat.Check
	}
	return seat.Pass
}
