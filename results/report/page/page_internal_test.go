package page

import (
	"testing"

	"bloodline/engine"
)

// A draw is neither won nor lost, and points are no wins.
func TestEnded(t *testing.T) {
	wins, points := engine.Scale{Unit: "win %", Percent: true, Fair: 0.5, High: 1}, engine.Scale{Unit: "points", Fair: 36, High: 144}
	for _, c := range []struct {
		scale engine.Scale
		x     float64
		want  string
	}{{wins, 1, "won"}, {wins, 0.5, "drew"}, {wins, 0, "lost"}, {points, 36, "36.00 points"}} {
		if got := outcome(c.scale, c.x, "won", "drew", "lost"); got != c.want {
			t.Errorf("%v: %q, want %q", c.x, got, c.want)
		}
	}
}
