package main

import (
	"context"
	"math"
	"testing"

	"bloodline/small"
	"bloodline/small/exact"

	"goofspiel/rules"
)

// With five cards the whole tree can be searched: the best of all players wins 85.4 % of
// the defaults, which is what a stronger champion has to lower.
func TestExact(t *testing.T) {
	if testing.Short() {
		t.Skip("searches four million positions")
	}
	g := rules.Of(5)
	defaults := make([]float64, len(g.Genes))
	for i := range defaults {
		defaults[i] = g.Genes[i].Default
	}
	points, ok := exact.BestResponse(context.Background(), g, small.Policy[rules.View, rules.Card](g.Player(defaults)), 5_000_000)
	if !ok || math.Abs(points-0.854) > 0.001 {
		t.Errorf("the best response wins %v, %v", points, ok)
	}
}
