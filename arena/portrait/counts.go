package portrait

import (
	"fmt"
	"math/bits"
	"slices"
)

// Option is an action that is numbered from 0 to 63.
type Option interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Counts is a [Probe] of every game whose players answer a view V and a roll with
// an action A. It counts, for each question, how often each action was legal and
// how often it was chosen; actions of one name are counted together. A choice costs
// some 50 ns and, but for the first of each question, no allocation.
type Counts[V any, A Option] struct {
	Inner interface{ Act(v *V, roll uint64) A }
	Legal func(v *V) uint64 // bit a is set where action a is legal
	Ask   func(v *V) string // the question that is asked, as "call" or "holding a King"
	Name  func(a A) string

	seen  map[string]*[64]Habit // by question, then kind
	kinds [64]int8              // of the actions, from 1: actions of one name are one kind
	names []string              // of the kinds
}

// Act answers as the inner player does.
func (c *Counts[V, A]) Act(v *V, roll uint64) A {
	ask, legal := c.Ask(v), c.Legal(v)
	a := c.Inner.Act(v, roll)
	row := c.seen[ask]
	if row == nil {
		if c.seen == nil {
			c.seen = map[string]*[64]Habit{}
		}
		row = new([64]Habit)
		c.seen[ask] = row
	}
	could := uint64(0)
	for m := legal; m != 0; m &= m - 1 {
		could |= 1 << c.kind(A(bits.TrailingZeros64(m)))
	}
	for ; could != 0; could &= could - 1 {
		row[bits.TrailingZeros64(could)].Could++
	}
	row[c.kind(a)].Did++
	return a
}

// kind returns the number of the action's name.
func (c *Counts[V, A]) kind(a A) int {
	if c.kinds[a] == 0 {
		name := c.Name(a)
		i := slices.Index(c.names, name)
		if i < 0 {
			i = len(c.names)
			c.names = append(c.names, name)
		}
		c.kinds[a] = int8(i + 1)
	}
	return int(c.kinds[a]) - 1
}

// Tables has a row for each action of each question.
func (c *Counts[V, A]) Tables() []Table {
	t := Table{Title: "What was chosen", Columns: []string{"question", "action", "chosen"}}
	for _, h := range c.rows() {
		t.Add([]string{h.ask, h.action}, Share(h.Did, h.Could).As("%s: %s", h.ask, h.action))
	}
	return []Table{t}
}

// Words names for each question the action that was chosen most.
func (c *Counts[V, A]) Words() []Sentence {
	rows, best := c.rows(), map[string]int{}
	for i, h := range rows {
		if b, ok := best[h.ask]; !ok || h.Did > rows[b].Did {
			best[h.ask] = i
		}
	}
	var out []Sentence
	for _, ask := range c.sorted() {
		h := rows[best[ask]]
		out = append(out, Sentence{fmt.Sprintf("%s: %s %s of the time", ask, h.action, Share(h.Did, h.Could).Percent()), 0, best[ask]})
	}
	return out
}

type counted struct {
	ask, action string
	Habit
}

// sorted lists the questions by name, so that two players' counts line up.
func (c *Counts[V, A]) sorted() []string {
	var out []string
	for ask := range c.seen {
		out = append(out, ask)
	}
	slices.Sort(out)
	return out
}

func (c *Counts[V, A]) rows() []counted {
	var out []counted
	for _, ask := range c.sorted() {
		for _, name := range slices.Sorted(slices.Values(c.names)) {
			if h := c.seen[ask][slices.Index(c.names, name)]; h.Could > 0 {
				out = append(out, counted{ask, name, h})
			}
		}
	}
	return out
}
