package setting

import "testing"

// Words are near if they are at most two letters apart, short words at most one.
func TestNearest(t *testing.T) {
	among := []string{"Calculator", "coup", "coup-guarded"}
	for word, want := range map[string]string{
		"Calculater": "Calculator", "calculatr": "Calculator", "coop": "coup", "cup": "coup", "coupguarded": "coup-guarded", "kitten": "", "soup": "",
		"x": "", "up": "", "Statistician": "",
	} {
		if have := Nearest(word, among); have != want {
			t.Errorf("%s: have %q, want %q", word, have, want)
		}
	}
}
