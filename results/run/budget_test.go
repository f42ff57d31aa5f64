package run

import (
	"testing"
	"time"
)

// A search ends when the games after it take the rest of its time at its rate, but never before its first generation, which
// gets the whole time.
func TestTimeIsUp(t *testing.T) {
	const limit = 10 * time.Minute
	for _, c := range []struct {
		spent              time.Duration
		played, bred, rest int64
		want               bool
	}{
		{time.Minute, 600, 400, 3000, false}, // 5 minutes for the rest
		{5 * time.Minute, 3000, 2500, 2999, false},
		{5 * time.Minute, 3000, 2500, 3000, true}, // as long as it has taken
		{8 * time.Minute, 8000, 7900, 2000, true},
		{8 * time.Minute, 8000, 7900, 1999, false},
		{9 * time.Minute, 1000, 0, 3000, false}, // in the first generation
		{10 * time.Minute, 1000, 0, 3000, true},
		{9 * time.Minute, 0, 0, 3000, false},
	} {
		if have := timeIsUp(limit, c.spent, c.played, c.bred, c.rest); have != c.want {
			t.Errorf("%v, %d games, %d bred, %d to come: %v, want %v", c.spent, c.played, c.bred, c.rest, have, c.want)
		}
	}
}
