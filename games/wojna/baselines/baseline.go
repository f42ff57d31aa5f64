// Package baselines is the field of Wojna deklarowana: eleven opponents, from random
// moves to a player who remembers every card.
//
//  1. [All] lists them, strongest first, with the points a deal that each made in
//     400 random quartets of the field, each played in four rotations over a run
//     of 40 deals (about ±1; 21 is a fair share).
//  2. [New] seats one of them.
//
// Each has one idea and carries it through. Reader and Veteran learn from the run, the
// others play every bidding as if it were the first. A move takes at most half a
// microsecond. The package imports the standard library, package roll and the game's
// seat, and must know no other player.
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

// raise returns a raise by n cards, by fewer if there are not enough, or a check.
func raise(v *seat.View, n int) seat.Action {
	legal := v.Legal()
	for ; n > 0; n-- {
		if a := seat.Raise(n); legal.Has(a) {
			return a
		}
	}
	return seat.Check
}

// stay checks if it is free or wanted, and passes otherwise.
func stay(v *seat.View, wanted bool) seat.Action {
	if wanted || v.Price() == 0 {
		return seat.Check
	}
	return seat.Pass
}

// often tells whether an event of probability p happens; slice picks independent
// ones from the same roll, 0 to 3.
func often(rolled uint64, slice uint, p float64) bool {
	return float64(rolled>>(16*slice)&0xffff) < p*0x10000
}

// seats counts a set.
func seats(m uint8) int {
	n := 0
	for ; m != 0; m &= m - 1 {
		n++
	}
	return n
}

// over is the chance that one unknown card is below card, an equal one being half
// a chance.
func over(card int) float64 { return (float64(card) - 0.5) / seat.Values }

// ahead is the chance that card beats n cards that were worth playing: each is the
// best of keen random ones.
func ahead(card, n int, keen float64) float64 { return power(over(card), float64(n)*keen) }

// power is x to the p, for x in [0, 1] and p from 0, by straight lines between
// whole exponents.
func power(x, p float64) float64 {
	y := 1.0
	for ; p >= 1; p-- {
		y *= x
	}
	return y * (1 - p + float64(p*x))
}
