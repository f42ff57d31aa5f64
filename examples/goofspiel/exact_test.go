package main

import (
	"math"
	"testing"

	"bloodline/small/exact"

	"goofspiel/rules"
)

// With five cards the whole tree can be searched: the best of all players wins 85.4 % of
// the defaults, which is what a stronger champion has to lower.
func TestExact(t *testing.T) {
	if testing.Short() {
		t.Skip("searches four million positions")
	}
	if points, err := exact.Defaults(rules.Of(5)); err != nil || math.Abs(points-0.854) > 0.001 {
		t.Errorf("the best response wins %v, %v", points, err)
	}
}
