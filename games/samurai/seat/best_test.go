package seat_test

import (
	"math"
	"strings"
	"testing"

	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// The sum lord by lord finds what comparing all actions finds.
func TestValues_Best(t *testing.T) {
	rng := roll.New(2)
	for range 500 {
		var w seat.Values
		for l := range w {
			for k := range w[l] {
				w[l][k] = float32(rng.Float())
			}
		}
		day, night := seat.Day(0), seat.Night(0)
		for i := range seat.DayActions {
			if w.Sum(seat.Day(i)) > w.Sum(day) {
				day = seat.Day(i)
			}
		}
		for i := range seat.NightActions {
			if w.Sum(seat.Night(i)) > w.Sum(night) {
				night = seat.Night(i)
			}
		}
		if got := w.Best(5); got != day {
			t.Fatalf("%v (%v), want %v (%v)", got, w.Sum(got), day, w.Sum(day))
		}
		if got := w.Best(6); got != night {
			t.Fatalf("%v, want %v", got, night)
		}
	}
	if a := new(seat.Values).Best(1); a.String() != "0 0 0 0 0" {
		t.Errorf("of equals: %v", a)
	}
}

// Everything placed is in the estimate, wherever it went: each column sums to what a seat has placed.
func TestView_Estimate(t *testing.T) {
	placed := [seat.Turns]float64{0, 5, 5 + 4, 10 + 4, 10 + 8, 23, 23 + 4, 28 + 4, 28 + 8}
	p := policy(func(v *seat.View, _ uint64) seat.Action {
		var m [seat.Lords][seat.Seats]float32
		v.Estimate(&m)
		for j := range seat.Seats {
			sum := 0.
			for l := range m {
				sum += float64(m[l][j])
			}
			if math.Abs(sum-placed[v.Turn-1]) > 1e-4 {
				t.Errorf("turn %d column %d: %v, want %v", v.Turn, j, sum, placed[v.Turn-1])
			}
		}
		return sampleMoves[v.Turn-1]
	})
	if err := seat.Serve(p, 0, strings.NewReader(sampleIn), new(strings.Builder)); err != nil {
		t.Fatal(err)
	}
}
