package main

import (
	"context"
	"math"
	"testing"

	"bloodline"
	"bloodline/games/gametest"

	"liarsdice/rules"
)

func TestGame(t *testing.T) { gametest.Small(t, rules.Game, files) }

// Of the 7,776 throws of the other's dice, this many show a face k times or more.
func TestTruth(t *testing.T) {
	v := rules.View{Dice: [rules.Faces]int8{2, 3}}
	for k, n := range []float64{7776, 4651, 1526, 276, 26, 1, 0} {
		if bid := rules.Move(1 + (1+k)*rules.Faces); math.Abs(v.Truth(bid)-n/7776) > 1e-12 { // two ones and k more
			t.Errorf("%v: %g, want %g of 7776", bid, v.Truth(bid), n)
		}
	}
}

// A short run beats every opponent, on deals that no selection has seen.
func TestBreed(t *testing.T) {
	o := bloodline.Options{Set: []string{"evolve.generations=30", "evidence.deals=3000"}}
	f, err := bloodline.Breed(context.Background(), bloodline.Small(rules.Game, files), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range f.Evidence.Against {
		if a.Low < 0.5 {
			t.Errorf("against %s at least %.3f, want 0.5", a.Opponent, a.Low)
		}
	}
}
