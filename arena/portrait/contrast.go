package portrait

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// Habit is something that a player can do, with how often it could and did.
type Habit struct {
	Name  string // "bluffs Tax"
	Did   int
	Could int
}

// Share is how often the habit is followed.
func (h Habit) Share() float64 { return float64(h.Did) / float64(max(h.Could, 1)) }

// The least evidence and the least difference that Contrast speaks of.
const (
	contrastCases = 100
	contrastShare = 0.05
)

// Contrast says in sentences what one player does more or less often than others:
// the habits whose log-odds differ most, at most n of them, among those with
// enough cases on both sides. The two lists name the same habits in the same
// order.
func Contrast(player, others []Habit, n int) []string {
	type gap struct {
		a, b Habit
		size float64
	}
	var gaps []gap
	for i, a := range player {
		b := others[i]
		if min(a.Could, b.Could) >= contrastCases && math.Abs(a.Share()-b.Share()) >= contrastShare {
			gaps = append(gaps, gap{a, b, math.Abs(a.logOdds() - b.logOdds())})
		}
	}
	slices.SortStableFunc(gaps, func(x, y gap) int { return cmp.Compare(y.size, x.size) })
	var out []string
	for _, g := range gaps[:min(n, len(gaps))] {
		out = append(out, fmt.Sprintf("%s %.0f %% of the time, the others %.0f %%", g.a.Name, 100*g.a.Share(), 100*g.b.Share()))
	}
	return out
}

// Average merges the habits of several players so that all of them count alike,
// however many chances each one had. Players with too few chances to judge a habit
// do not count for it. The lists name the same habits in the same order.
func Average(players [][]Habit) []Habit {
	var out []Habit
	for i := range players[0] {
		sum := Habit{Name: players[0][i].Name}
		shares, n := 0.0, 0
		for _, hs := range players {
			if h := hs[i]; h.Could >= contrastCases {
				shares += h.Share()
				sum.Could += h.Could
				n++
			}
		}
		if n > 0 {
			sum.Did = int(math.Round(shares / float64(n) * float64(sum.Could)))
		}
		out = append(out, sum)
	}
	return out
}

// logOdds has half a case added on both sides, so that "never" is finite.
func (h Habit) logOdds() float64 {
	return math.Log((float64(h.Did) + 0.5) / (float64(h.Could-h.Did) + 0.5))
}
