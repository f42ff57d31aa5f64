package main

import (
	"math"
	"testing"

	"bloodline/small/exact"

	"goofspiel/rules"
)

// With five cards the whole tree can be searched. The best response to the defaults wins
// 85.4 %; to a stronger champion it wins less.
func TestExact(t *testing.T) {
	if testing.Short() {
		t.Skip("searches four million positions")
	}
	if points, err := exact.Defaults(rules.Of(5)); err != nil || math.Abs(points-0.854) > 0.001 {
		t.Errorf("the best response wins %v, %v", points, err)
	}
}
