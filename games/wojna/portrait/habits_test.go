package portrait_test

import (
	"strings"
	"testing"

	"bloodline/arena/portrait"
)

// A player that always checks follows none of the habits but the trap, and shows any
// card after paying.
func TestProbe_Habits_checker(t *testing.T) {
	trap, shows := portrait.Habit{}, portrait.Habit{}
	for _, h := range portrait.Habits(watch(1, 20, checker{})) {
		switch {
		case strings.HasPrefix(h.Name, "lays a trap"):
			trap = h
		case h.Name == "shows a 1-5 after paying":
			shows = h
		case h.Did != 0:
			t.Errorf("%s: %d of %d, want none", h.Name, h.Did, h.Could)
		}
	}
	if trap.Could == 0 || trap.Did != trap.Could {
		t.Errorf("%s: %d of %d, want all", trap.Name, trap.Did, trap.Could)
	}
	if x := shows.Share(); shows.Could < 100 || x < 0.3 || x > 0.5 {
		t.Errorf("%s: %d of %d, want about 5 in 13", shows.Name, shows.Did, shows.Could)
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
		if w, ok := want[h.Name]; ok && (h.Could == 0 || h.Share() < w[0] || h.Share() > w[1]) {
			t.Errorf("%s: %d of %d, want %v", h.Name, h.Did, h.Could, w)
		}
		if h.Name != checks[i].Name {
			t.Errorf("habit %d is %q of one and %q of the other", i, h.Name, checks[i].Name)
		}
	}
	lines := strings.Join(portrait.Contrast(lies, checks, 100), "\n")
	if !strings.Contains(lines, "shows a 1-5 after raising") && !strings.Contains(lines, "bluffs: raises first with a 1-5") {
		t.Errorf("no word of the bluffs in\n%s", lines)
	}
}
