package wojna

import (
	"strings"
	"testing"

	"bloodline/arena/portrait"
)

// A player that always checks follows none of the habits but the trap, and shows any card after paying.
func TestProbe_Habits_checker(t *testing.T) {
	trap, shows := portrait.Cell{}, portrait.Cell{}
	for _, h := range portrait.Habits(watch(1, 20, checker{})) {
		switch {
		case strings.HasPrefix(h.Habit, "lays a trap"):
			trap = h
		case h.Habit == "shows a 1-5 after paying 2 or 3":
			shows = h
		case h.Habit == "shows a 1-5 after paying 1 card", h.Habit == "shows a 1-5 after paying 4 and more":
		case h.Did != 0:
			t.Errorf("%s: %d of %d, want none", h.Habit, h.Did, h.Could)
		}
	}
	if trap.Could == 0 || trap.Did != trap.Could {
		t.Errorf("%s: %d of %d, want all", trap.Habit, trap.Did, trap.Could)
	}
	if x := shows.Ratio(); shows.Could < 100 || x < 0.3 || x > 0.5 {
		t.Errorf("%s: %d of %d, want about 5 in 13", shows.Habit, shows.Did, shows.Could)
	}
}
