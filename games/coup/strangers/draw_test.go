package strangers

import (
	"cmp"
	"slices"
	"testing"

	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// A style takes no more numbers than are rolled.
func TestDice_rolled(t *testing.T) {
	most := uint8(0)
	for seed := range uint64(20_000) {
		var s Player
		var d dice
		d.roll(seed)
		s.draw(&d)
		most = max(most, d.next)
	}
	if most > rolled {
		t.Errorf("a style takes up to %d numbers, %d are rolled", most, rolled)
	}
}

// The list has every action once, those with the highest numbers first.
func TestStyle_sort(t *testing.T) {
	r := roll.New(1)
	for range 5000 {
		var at [7]float32
		for a := range at {
			at[a] = float32(10*r.Float() - 3)
		}
		var s Player
		s.sort(&at)
		want := []seat.Action{0, 1, 2, 3, 4, 5, 6}
		slices.SortFunc(want, func(a, b seat.Action) int {
			return cmp.Or(cmp.Compare(int32(at[b]*4096), int32(at[a]*4096)), cmp.Compare(b, a))
		})
		if !slices.Equal(s.list[:], want) {
			t.Fatalf("%v: have %v, want %v", at, s.list, want)
		}
	}
}
