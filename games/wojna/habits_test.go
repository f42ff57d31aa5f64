package wojna

import (
	"strings"
	"testing"

	"bloodline/arena/portrait"
)

// A player that always checks follows none of the habits but the trap, and shows any
// card after paying.
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

// The liar folds to what is dear and pays what is cheap, and Contrast says so.
func TestProbe_Habits_contrast(t *testing.T) {
	lies, checks := portrait.Habits(watch(2, 30, liar{})), portrait.Habits(watch(2, 30, checker{}))
	// Three cards it pays with a 13 only, which it raises with.
	want := map[string][2]float64{
		"folds to a price of 1 card": {0, 0}, "folds to a price of 2 cards": {0, 0},
		"folds to a price of 3 cards": {0.8, 1},
	}
	for i, h := range lies {
		if w, ok := want[h.Habit]; ok && (h.Could == 0 || h.Ratio() < w[0] || h.Ratio() > w[1]) {
			t.Errorf("%s: %d of %d, want %v", h.Habit, h.Did, h.Could, w)
		}
		if h.Habit != checks[i].Habit {
			t.Errorf("habit %d is %q of one and %q of the other", i, h.Habit, checks[i].Habit)
		}
	}
	lines := strings.Join(portrait.Contrast(lies, checks, 100), "\n")
	if !strings.Contains(lines, "shows a 1-5 after raising") && !strings.Contains(lines, "bluffs: raises first with a 1-5") {
		t.Errorf("no word of the bluffs in\n%s", lines)
	}
}
