package measure

import (
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
)

// programmed is an opponent that counts as a program.
type programmed struct{ engine.Program }

// The opponent whose games alone differ is named; where all differ, it is the referee or
// the bot.
func TestEvaluator_Differing(t *testing.T) {
	e := New(coup(t), tiny(), 1, []Opponent{{Name: "calm", Player: programmed{}}, {Name: "wild", Player: programmed{}}}, nil)
	first := make([]arena.BlockResult, 4) // calm, wild, calm, wild
	for _, c := range []struct {
		changed []int
		want    string
	}{
		{nil, ""},
		{[]int{1}, "equal games end differently (1 of 2 deals with wild): it seems that wild ignores its seed"},
		{[]int{0, 2, 3}, "equal games end differently (2 of 2 deals with calm, 1 of 2 deals with wild): it seems that the referee or the bot ignores its seed"},
	} {
		again := slices.Clone(first)
		for _, k := range c.changed {
			again[k].Score[0]++
		}
		if got := e.DescribeDifferences(first, again); got != c.want {
			t.Errorf("changed %v: %q, want %q", c.changed, got, c.want)
		}
	}
}
