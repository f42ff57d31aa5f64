package engine_test

import (
	"fmt"
	"math"
	"testing"

	"bloodline/engine"
)

func TestScale_Show(t *testing.T) {
	wins, points := engine.Info{Max: 1, Points: "win"}.Scale(), engine.Info{Max: 40, Points: "point a deal"}.Scale()
	for x, want := range map[float64]string{0: "0.0", 1: "100.0", 0.723: "72.3", 0.72349: "72.3", 0.9996: "100.0", -0.05: "-5.0", -0.0001: "0.0"} {
		if have := wins.Show(x); have != want {
			t.Errorf("%v: want %s, have %s", x, want, have)
		}
	}
	for games := 1; games < 3000; games += 97 {
		for won := range games + 1 {
			x := float64(won) / float64(games)
			var mine, other float64
			if _, err := fmt.Sscan(wins.Show(x)+" "+wins.Show(1-x), &mine, &other); err != nil || math.Abs(mine+other-100) > 0.01 {
				t.Fatalf("%d of %d games: %s and %s", won, games, wins.Show(x), wins.Show(1-x))
			}
		}
	}
	for want, s := range map[string]engine.Scale{
		"0.12": {High: 1}, "0.124": {Low: 0.5, High: 1}, "0.12357": {Low: 19000, High: 19000.002}, "1.23568e-21": {High: 1e-20}, "1.23568e+19": {High: 1e20}, "1,235,679": {High: 1e7}, "1235.68": {High: 9999},
	} {
		x := 0.12356789
		switch s.High {
		case 1e-20:
			x = 1.2356789e-21
		case 1e7:
			x = 1.2356789e6
		case 9999:
			x = 1235.6789
		case 1e20:
			x = 1.2356789e19
		}
		if have := s.Show(x); have != want {
			t.Errorf("%+v: want %s, have %s", s, want, have)
		}
	}
	if wins.Unit != "win %" || points.Unit != "point a deal" || points.Span(-0.001, 12.345) != "0.00 to 12.35" {
		t.Errorf("%+v, %+v: %s", wins, points, points.Span(-0.001, 12.345))
	}
}
