package setting

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the word that is at most two letters from another, whatever the case;
// empty if none is, or the word is too short to tell. A word of up to four letters that begins
// differently means something else.
func Nearest(word string, among []string) (near string) {
	const short = 4
	best := min(3, (len(word)+1)/2)
	for _, w := range among {
		a, b := strings.ToLower(word), strings.ToLower(w)
		if len(a) <= short && (a == "" || !strings.HasPrefix(b, a[:1])) {
			continue
		}
		if d := levenshtein.ComputeDistance(a, b); d < best {
			near, best = w, d
		}
	}
	return near
}
