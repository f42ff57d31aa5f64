package terminal

import "testing"

// Parts give way in their order, and the rest is cut where nothing is left to give.
func TestProgress_Fit(t *testing.T) {
	parts := []string{"first", "second", "", "third"}
	for width, want := range map[int]string{
		0: "first  second  third", 21: "first  second  third", 20: "first  third", 13: "first  third", 12: "first", 6: "first", 5: "firs",
	} {
		p := &Progress{width: func() int { return width }}
		if got := p.Fit(parts, 3, 1); got != want {
			t.Errorf("%d columns: %q, want %q", width, got, want)
		}
	}
}
