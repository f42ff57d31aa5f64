// Package baseline describes hand-written opponents: name, description and player.
//
// Exported bots contain a copy, so it imports the standard library only.
package baseline

import (
	"math/bits"
	"strings"
)

// Baseline is one hand-written opponent of a game.
type Baseline struct {
	Name   string  // unique in its game, whatever the case; without ':', '/' and blanks
	Doc    string  // how it plays, in a sentence or three
	Points float64 // published or measured, on the scale of its game; 0 where there are none
	Player any     // of the game's own player interface; has no state, and any number of tables share it
}

// Find returns the baseline of a name; upper and lower case are alike.
func Find(all []Baseline, name string) (Baseline, bool) {
	for _, b := range all {
		if strings.EqualFold(b.Name, name) {
			return b, true
		}
	}
	return Baseline{}, false
}

// Option is an action that is numbered from 0 to 63.
type Option interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Random picks evenly among the legal actions. It is a player of every game whose
// players answer a view V and a roll with an action A.
type Random[V any, A Option] struct {
	Legal func(v *V) uint64 // bit a is set where action a is legal; at least one is
}

// Act returns the legal action that the roll picks.
func (r Random[V, A]) Act(v *V, roll uint64) A {
	legal := r.Legal(v)
	hi, _ := bits.Mul64(roll, uint64(bits.OnesCount64(legal)))
	for range hi {
		legal &= legal - 1
	}
	return A(bits.TrailingZeros64(legal))
}
