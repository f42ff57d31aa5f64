package engine

import (
	"fmt"
	"math"
	"strings"
)

// Scale tells how a game's points are printed: shares of wins as percentages, other points as they are.
type Scale struct {
	Unit    string  `json:"unit"` // "win %", of three seats and more "beaten %", the share of opponents with fewer points, or what a point is
	Percent bool    `json:"percent"`
	Fair    float64 `json:"fair"` // points of equal players
	Low     float64 `json:"low"`  // the range of a game's points
	High    float64 `json:"high"`
}

// Shares reports whether points are shares of a game, from 0 to 1.
func (i *Info) Shares() bool { return i.Min == 0 && i.Max == 1 }

// Scale returns how the game's points are printed.
func (i Info) Scale() Scale {
	s := Scale{Unit: i.Points, Fair: i.Mean, Low: i.Min, High: i.Max}
	if i.Shares() && !strings.HasPrefix(i.Points, "point") { // scores from 0 to 1 are not shares of wins
		if s.Unit, s.Percent = "win %", true; i.Seats > 2 { // a game is won against some of the others
			s.Unit = "beaten %"
		}
	}
	return s
}

// Show prints points with two decimals, or more where their range is narrower than 1, and from 100 on as whole numbers where
// it is 10,000 and more. The percentages of two players add up to 100: what is halfway between two is rounded away from 50.
func (s Scale) Show(x float64) string {
	decimals, width, text := 2.0, s.High-s.Low, ""
	if width > 0 {
		decimals += max(0, math.Ceil(-math.Log10(width)))
	}
	switch {
	case s.Percent:
		tenths := math.Round((float64(1000*math.Abs(x))-500)*1e6) / 1e6 // halfway where the last bits of the two differ, too
		text = fmt.Sprintf("%.1f", math.Copysign(50+math.Round(tenths)/10, x))
	case decimals > 15 || math.Abs(x) >= 1e15:
		text = fmt.Sprintf("%.6g", x)
	case width >= 10_000 && math.Abs(x) >= 100: // such as a high score
		text = Thousands(fmt.Sprintf("%.0f", x))
	default:
		text = fmt.Sprintf("%.*f", int(decimals), x)
	}
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-") // no loss is no gain
	}
	return text
}

// Thousands separates the thousands of a whole number: "97,847".
func Thousands(text string) string {
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// Span prints an interval: "52.1 to 58.3".
func (s Scale) Span(low, high float64) string { return s.Show(low) + " to " + s.Show(high) }
