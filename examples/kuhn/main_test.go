package main

import (
	"math"
	"testing"

	"bloodline"
	"bloodline/games/gametest"
	"bloodline/small/exact"

	"kuhn/rules"
)

func TestGame(t *testing.T) { gametest.Run(t, bloodline.Small(rules.Game, files)) }

// One who never bets and never calls loses a chip in each game to the best response.
func TestExact(t *testing.T) {
	genes := make([]float64, len(rules.Game.Genes))
	for i := range genes {
		genes[i] = -1000
	}
	if x := exact.BestResponse(rules.Game, rules.Game.Player(genes)); math.Abs(x-1) > 1e-9 {
		t.Errorf("the best response wins %.3f chips, want 1", x)
	}
}
