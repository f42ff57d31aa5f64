package report_test

import (
	"testing"

	"bloodline"
	"bloodline/games/gametest/sticks"
	"bloodline/genome"
	"bloodline/results/report"
)

// A player of Sticks that leaves any number lacks what leaves multiples of four. A player that always does lacks
// nothing.
func TestLacks(t *testing.T) {
	set, err := bloodline.Resolve(bloodline.Small(sticks.Pairs, nil))
	if err != nil {
		t.Fatal(err)
	}
	look := func(v genome.Vector) *report.Missing {
		t.Helper()
		games := int64(0)
		m, err := report.Lacks(t.Context(), set[0], "it", v, 1000, 1, 2, func(n int64) { games += n })
		if err != nil {
			t.Fatal(err)
		}
		if games != m.Games {
			t.Errorf("told of %d games of %d", games, m.Games)
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
