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

// Gap is a habit of which two players differ.
type Gap struct {
	Name   string
	Player Habit
	Others Habit
}

// Gaps are the habits whose log-odds differ most, at most n of them, among those with
// enough cases on both sides. A habit that only one of them has is left out.
func Gaps(player, others []Habit, n int) []Gap {
	var gaps []Gap
	theirs := byName(others)
	for _, a := range player {
		b := theirs[a.Name]
		if min(a.Could, b.Could) >= contrastCases && math.Abs(a.Share()-b.Share()) >= contrastShare {
			gaps = append(gaps, Gap{a.Name, a, b})
		}
	}
	size := func(g Gap) float64 { return math.Abs(g.Player.logOdds() - g.Others.logOdds()) }
	slices.SortStableFunc(gaps, func(x, y Gap) int { return cmp.Compare(size(y), size(x)) })
	return gaps[:min(n, len(gaps))]
}

// Contrast says in sentences what one player does more or less often than others: their
// [Gaps].
func Contrast(player, others []Habit, n int) []string {
	var out []string
	for _, g := range Gaps(player, others, n) {
		out = append(out, fmt.Sprintf("%s %.0f %% of the time, the others %.0f %%", g.Name, 100*g.Player.Share(), 100*g.Others.Share()))
	}
	return out
}

// Average merges the habits of several players so that all of them count alike,
// however many chances each one had. Players with too few chances to judge a habit
// do not count for it. A habit of any of them is in the result, in the order of first
// mention.
func Average(players [][]Habit) []Habit {
	var out []Habit
	var lists []map[string]Habit
	for _, hs := range players {
		lists = append(lists, byName(hs))
		for _, h := range hs {
			if !slices.ContainsFunc(out, func(o Habit) bool { return o.Name == h.Name }) {
				out = append(out, Habit{Name: h.Name})
			}
		}
	}
	for i := range out {
		sum := &out[i]
		shares, n := 0.0, 0
		for _, hs := range lists {
			if h := hs[sum.Name]; h.Could >= contrastCases {
				shares += h.Share()
				sum.Could += h.Could
				n++
			}
		}
		if n > 0 {
			sum.Did = int(math.Round(shares / float64(n) * float64(sum.Could)))
		}
	}
	return out
}

func byName(habits []Habit) map[string]Habit {
	out := make(map[string]Habit, len(habits))
	for _, h := range habits {
		out[h.Name] = h
	}
	return out
}

// logOdds has half a case added on both sides, so that "never" is finite.
func (h Habit) logOdds() float64 {
	return math.Log((float64(h.Did) + 0.5) / (float64(h.Could-h.Did) + 0.5))
}
