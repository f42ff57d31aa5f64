package portrait

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

const ( // the least evidence and the least difference of a [Gap]
	contrastCases = 100
	contrastShare = 0.05
)

// Gap is a habit in which two players differ.
type Gap struct {
	Player Cell `json:"player"`
	Others Cell `json:"others"`
}

// Gaps returns at most n habits, those whose log-odds differ most, with enough cases on both sides.
func Gaps(player, others []Cell, n int) []Gap {
	var gaps []Gap
	theirs := byName(others)
	for _, a := range player {
		b := theirs[a.Habit]
		if min(a.Could, b.Could) >= contrastCases && math.Abs(a.Ratio()-b.Ratio()) >= contrastShare {
			gaps = append(gaps, Gap{a, b})
		}
	}
	size := func(g Gap) float64 { return math.Abs(g.Player.logOdds() - g.Others.logOdds()) }
	slices.SortStableFunc(gaps, func(x, y Gap) int { return cmp.Compare(size(y), size(x)) })
	return gaps[:min(n, len(gaps))]
}

// Contrast says in sentences what one player does more or less often than others: their [Gaps].
func Contrast(player, others []Cell, n int) []string {
	var out []string
	for _, g := range Gaps(player, others, n) {
		out = append(out, fmt.Sprintf("%s %.0f %% of the time, the others %.0f %%", g.Player.Habit, 100*g.Player.Ratio(), 100*g.Others.Ratio()))
	}
	return out
}

// Average merges the habits of several players, in the order of first mention. Players count alike, unless they have too
// few chances to judge a habit.
func Average(players [][]Cell) []Cell {
	var out []Cell
	var lists []map[string]Cell
	for _, hs := range players {
		lists = append(lists, byName(hs))
		for _, h := range hs {
			if !slices.ContainsFunc(out, func(o Cell) bool { return o.Habit == h.Habit }) {
				out = append(out, Cell{Kind: IsShare, Habit: h.Habit})
			}
		}
	}
	for i := range out {
		sum := &out[i]
		shares, n := 0.0, 0
		for _, hs := range lists {
			if h := hs[sum.Habit]; h.Could >= contrastCases {
				shares += h.Ratio()
				sum.Could += h.Could
				n++
			}
		}
		if n > 0 {
			sum.Did = int64(math.Round(shares / float64(n) * float64(sum.Could)))
		}
	}
	return out
}

func byName(habits []Cell) map[string]Cell {
	out := make(map[string]Cell, len(habits))
	for _, h := range habits {
		out[h.Habit] = h
	}
	return out
}

// logOdds has half a case added on both sides, so that "never" is finite.
func (h Cell) logOdds() float64 {
	return math.Log((float64(h.Did) + 0.5) / (float64(h.Could-h.Did) + 0.5))
}
