package setting

import (
	"fmt"
	"strconv"
	"strings"
)

// Range is a range of numbers with open or closed ends. The zero Range is without
// bounds.
type Range struct {
	Low, High         float64
	OpenLow, OpenHigh bool
}

// parseRange reads "[0,1]", "(0,1]", "[0,1)" or "(0,1)".
func parseRange(name, text string) Range {
	low, high, ok := strings.Cut(strings.Trim(text, "[]()"), ",")
	a, err := strconv.ParseFloat(low, 64)
	b, err2 := strconv.ParseFloat(high, 64)
	if !ok || err != nil || err2 != nil || a > b || !strings.ContainsAny(text[:1], "[(") || !strings.ContainsAny(text[len(text)-1:], "])") {
		panic(fmt.Sprintf("key %s: range %q", name, text))
	}
	return Range{Low: a, High: b, OpenLow: text[0] == '(', OpenHigh: text[len(text)-1] == ')'}
}

// Has reports whether a number is in the range; NaN is in none but the zero one.
func (r Range) Has(x float64) bool {
	switch {
	case r == Range{}:
		return true
	case x == r.Low:
		return !r.OpenLow
	case x == r.High:
		return !r.OpenHigh
	}
	return x > r.Low && x < r.High
}

// String writes the range as messages do: "(0, 1]".
func (r Range) String() string {
	left, right := "[", "]"
	if r.OpenLow {
		left = "("
	}
	if r.OpenHigh {
		right = ")"
	}
	return left + formatNumber(r.Low) + ", " + formatNumber(r.High) + right
}

// formatNumber writes a number without an exponent where it is whole.
func formatNumber(x float64) string {
	if x == float64(int64(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
