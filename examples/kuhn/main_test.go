package main

import (
	"context"
	"testing"

	"bloodline"
	"bloodline/games/gametest"
	"bloodline/small/exact"

	"kuhn/rules"
)

func TestGame(t *testing.T) { gametest.Small(t, rules.Game, files) }

// A champion that was bred against exploiters loses next to nothing to its best response.
// Delete this test together with Kuhn poker, because the figure is that of Kuhn poker, and
// games for more than two players or with more positions can't be solved.
func TestExact(t *testing.T) {
	if testing.Short() {
		t.Skip("breeds for a quarter of a minute")
	}
	if _, err := exact.Defaults(rules.Game); err != nil { // first of all, because a large game breeds for long
		t.Skipf("delete TestExact: %v", err)
	}
	config, _ := files.ReadFile("kuhn.yaml")
	f, err := bloodline.Breed(context.Background(), bloodline.Small(rules.Game, files), config, bloodline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if x, err := exact.Champion(rules.Game, f); err != nil || x > 0.02 {
		t.Errorf("the best response wins %.4f chips a game, want at most 0.02 (%v)", x, err)
	}
}
