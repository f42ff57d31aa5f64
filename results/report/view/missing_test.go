package view_test

import (
	"sync/atomic"
	"testing"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/games/gametest/sticks"
	"bloodline/genome"
	"bloodline/results/report"
	"bloodline/results/report/view"
)

// A player of Sticks that leaves any number of sticks lacks the pair that leaves multiples of four. A player that
// always leaves multiples of four lacks nothing.
func TestMissingPairs(t *testing.T) {
	set, err := bloodline.Resolve(bloodline.Small(sticks.Pairs, nil))
	if err != nil {
		t.Fatal(err)
	}
	look := func(v genome.Vector) *report.Missing {
		t.Helper()
		var played atomic.Int64
		m, err := view.MissingPairs(t.Context(), set.WithProcess(game.ProcessOptions{Played: &played})[0], "it", v, 1000, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		if played.Load() != m.Games {
			t.Errorf("%d games were played, the result says %d", played.Load(), m.Games)
		}
		return m
	}
	m := look(genome.Vector{0, 0, 0, 0, 0, 0.5})
	if len(m.Pairs) != 3 || m.Pairs[0].Gene != "leave.four×late" || m.Pairs[0].Gain.Low <= 0 {
		t.Errorf("%+v", m.Pairs)
	}
	if m = look(genome.Vector{8, 0, 0, 0, 0, 0}); len(m.Pairs) != 4 {
		t.Errorf("%+v", m.Pairs)
	}
	for _, r := range m.Pairs {
		if r.Gain.Low > 0.05 || r.Gain.High < -0.05 {
			t.Errorf("it wins all that can be won, and %+v", r)
		}
	}
}
