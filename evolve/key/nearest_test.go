package key

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"", "abc", 3}, {"seed", "seed", 0}, {"a", "abcdefghij", 5},
	} {
		if d := Distance(c.a, c.b, 5); d != c.want {
			t.Errorf("%s, %s: have %d, want %d", c.a, c.b, d, c.want)
		}
	}
}

// Words are near if they are at most two letters apart, short words at most one.
func TestNearest(t *testing.T) {
	among := []string{"Calculator", "coup", "coup-guarded"}
	for word, want := range map[string]string{
		"Calculater": "Calculator", "calculatr": "Calculator", "coop": "coup", "cup": "coup", "coupguarded": "coup-guarded",
		"x": "", "up": "", "Statistician": "",
	} {
		if have := Nearest(word, among); have != want {
			t.Errorf("%s: have %q, want %q", word, have, want)
		}
	}
}
