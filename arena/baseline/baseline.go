// Package baseline is a stand-in for the lead's package of the same path, which replaces it on the merge.
package baseline

import (
	"strings"

	"bloodline/engine/roll"
)

// Baseline is a hand-written opponent.
type Baseline struct {
	Name   string
	Doc    string
	Points float64
	Player any
}

// Find returns a baseline by name, in upper or lower case.
func Find(all []Baseline, name string) (Baseline, bool) {
	for _, b := range all {
		if strings.EqualFold(b.Name, name) {
			return b, true
		}
	}
	return Baseline{}, false
}

// Random picks evenly among the legal actions.
type Random[V any, A ~uint8 | ~uint16 | ~int] struct{ Legal func(*V) uint64 }

// Act picks one.
func (r Random[V, A]) Act(v *V, x uint64) A { return A(roll.Bit(x, r.Legal(v))) }
