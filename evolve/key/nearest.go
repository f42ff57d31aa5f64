package key

import "strings"

// Nearest returns the word that is at most two letters from another, whatever the case;
// empty if none is, or the word is too short to tell.
func Nearest(word string, among []string) (near string) {
	best := min(3, (len(word)+1)/2)
	for _, w := range among {
		if d := Distance(strings.ToLower(word), strings.ToLower(w), best); d < best {
			near, best = w, d
		}
	}
	return near
}

// Distance returns in how many letters two words differ (Levenshtein 1966), or
// limit when they differ in as many or more.
func Distance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return min(limit, row[len(b)])
}
