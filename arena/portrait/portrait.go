// Package portrait describes how a player plays: tables of counted decisions, and sentences
// about their rows. The counting is done by each game; package report prints the tables.
package portrait

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bloodline/engine"
)

// CountTable is one table of a portrait.
type CountTable struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"` // each as long as Columns
}

// Labels returns how many columns come before the first that was counted.
func (t CountTable) Labels() int {
	for c := range t.Columns {
		if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[c].Kind != "" }) {
			return c
		}
	}
	return len(t.Columns)
}

// Add appends a row: its labels, then the cells behind them.
func (t *CountTable) Add(labels []string, cells ...Cell) {
	row := make([]Cell, 0, len(labels)+len(cells))
	for _, text := range labels {
		row = append(row, Cell{Text: text})
	}
	t.Rows = append(t.Rows, append(row, cells...))
}

const (
	IsShare = "share" // Did of Could chances
	IsCount = "count" // Did
	IsMean  = "mean"  // Did a Could: the mean of a number over a number of cases
)

// Cell is one cell of a table: a label or a count.
type Cell struct {
	Text  string `json:"text,omitempty"`
	Kind  string `json:"kind,omitempty"`
	Did   int64  `json:"did,omitempty"`
	Could int64  `json:"could,omitempty"`
	Habit string `json:"habit,omitempty"` // the share in plain words, by which players are contrasted: "bluffs Tax at 2v2"

	Other *Cell `json:"other,omitempty"` // the same cell of the player that is compared; nil without a comparison
}

// Share is a cell of how often something was done.
func Share[N ~int | ~int64](did, could N) Cell {
	return Cell{Kind: IsShare, Did: int64(did), Could: int64(could)}
}

func (c Cell) Ratio() float64 { return float64(c.Did) / float64(max(c.Could, 1)) }

// Enough is how many chances a share needs: with fewer its standard error can exceed nine points.
const Enough = 30

// Reliable reports whether a cell is a share or a mean of enough observations to be shown.
func (c Cell) Reliable() bool {
	return c.Kind == IsShare && c.Could >= Enough || c.Kind == IsMean && c.Could > 0
}

// Percent is the share in whole per cent. Only what never happened is 0 %, only what always did 100 %.
func (c Cell) Percent() string {
	if c.Could == 0 {
		return "-"
	}
	n := math.Round(100 * c.Ratio())
	switch {
	case n == 0 && c.Did > 0:
		return "<1 %"
	case n == 100 && c.Did < c.Could:
		return ">99 %"
	}
	return fmt.Sprintf("%.0f %%", n)
}

// Sentence describes a row of a table in words.
type Sentence struct {
	Text  string `json:"text"`
	Table int    `json:"table"` // index in Tables
	Row   int    `json:"row"`   // index in its Rows; -1 for the table as a whole
}

// Probe is a player of its game that plays as another one does and counts it. One goroutine uses it.
type Probe interface {
	engine.Player
	Tables() []CountTable
	Words() []Sentence
}

// Habits returns the cells of a probe that name a habit: a share of chances, in words.
func Habits(p Probe) (out []Cell) {
	if p == nil {
		return nil
	}
	for _, t := range p.Tables() {
		for _, row := range t.Rows {
			for _, c := range row {
				if c.Habit != "" {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// Counts is a table whose cells count while a player plays.
type Counts struct {
	CountTable
	labels  int // columns before the first that is counted
	columns []Column
}

type Column struct {
	Head  string
	Kind  string // of its cells
	Habit string // name of the habit that its cells count, as a format with the row's label; empty: none
}

// Shares are columns of shares that name no habit.
func Shares(heads ...string) (out []Column) {
	for _, head := range heads {
		out = append(out, Column{Head: head, Kind: IsShare})
	}
	return out
}

// NewCounts returns a table without rows, whose first columns are labels.
func NewCounts(title string, labels []string, columns ...Column) *Counts {
	c := &Counts{CountTable: CountTable{Title: title, Columns: slices.Clone(labels)}, labels: len(labels), columns: columns}
	for _, x := range columns {
		c.Columns = append(c.Columns, x.Head)
	}
	return c
}

// Row appends a row of cells without counts, behind its labels. about fills the columns' habits, if any.
func (c *Counts) Row(labels []string, about ...any) {
	cells := make([]Cell, len(c.columns))
	for i, x := range c.columns {
		if cells[i].Kind = x.Kind; x.Habit != "" && len(about) > 0 {
			cells[i].Habit = fmt.Sprintf(x.Habit, about...)
		}
	}
	c.Add(labels, cells...)
}

// At returns a cell, to count in it; column 0 is the first behind the labels.
func (c *Counts) At(row, column int) *Cell { return &c.Rows[row][c.labels+column] }

// Album is the tables of a portrait, in their order.
type Album []*Counts

func (a Album) Tables() (out []CountTable) {
	for _, c := range a {
		t := c.CountTable
		t.Rows = nil
		for _, row := range c.Rows {
			t.Rows = append(t.Rows, slices.Clone(row))
		}
		out = append(out, t)
	}
	return out
}

// Sentence describes a row of one of the tables, or with row -1 the whole table.
func (a Album) Sentence(of *Counts, row int, format string, args ...any) Sentence {
	return Sentence{Text: fmt.Sprintf(format, args...), Table: slices.Index(a, of), Row: row}
}

// Sum adds up a column of shares or of means over some rows, all if none is named.
func (c *Counts) Sum(column int, rows ...int) Cell {
	if len(rows) == 0 {
		for row := range c.Rows {
			rows = append(rows, row)
		}
	}
	sum := Cell{Kind: IsShare}
	for _, row := range rows {
		x := c.At(row, column)
		sum.Kind, sum.Did, sum.Could = x.Kind, sum.Did+x.Did, sum.Could+x.Could
	}
	return sum
}

// Extreme returns the first of these rows with the largest or smallest share in a column, of [Enough] chances, or -1.
func (c *Counts) Extreme(column int, largest bool, rows ...int) int {
	return extreme(rows, largest, func(row int) *Cell { return c.At(row, column) })
}

func extreme(places []int, largest bool, at func(place int) *Cell) int {
	best := -1
	for _, place := range places {
		x := at(place)
		if x.Could < Enough {
			continue
		}
		if best < 0 || largest && x.Ratio() > at(best).Ratio() || !largest && x.Ratio() < at(best).Ratio() {
			best = place
		}
	}
	return best
}

// FrequencyText returns how often something is done, by the last cell of a row, which has all its chances, and in which
// column most and least: "bluffs Tax in 16 % of the turns (32 of 200), most at 2v2 (31 %), least at 2v1 (1 %)".
func (c *Counts) FrequencyText(row int, deed, chances string) string {
	last := len(c.Columns) - c.labels - 1
	all := c.At(row, last)
	text := deed + " in " + all.Percent() + " of the " + chances
	switch all.Did {
	case 0:
		text = "never " + deed + " in the " + chances
	case all.Could:
		text = "always " + deed + " in the " + chances
	}
	text += fmt.Sprintf(" (%d of %d)", all.Did, all.Could)
	var columns []int
	for k := range last {
		columns = append(columns, k)
	}
	at := func(k int) *Cell { return c.At(row, k) }
	most, least := extreme(columns, true, at), extreme(columns, false, at)
	const spread = 0.1 // that is worth a remark
	if most >= 0 && c.At(row, most).Ratio()-c.At(row, least).Ratio() >= spread {
		text += fmt.Sprintf(", most at %s (%s), least at %s (%s)",
			c.Columns[c.labels+most], c.At(row, most).Percent(), c.Columns[c.labels+least], c.At(row, least).Percent())
	}
	return text
}

func (c *Cell) Count(did bool) {
	c.Could++
	if did {
		c.Did++
	}
}

// Often returns a share in words: "never (0 of 12)", "31 % of the time (10 of 32)".
func (c Cell) Often() string {
	switch c.Did {
	case 0:
		return fmt.Sprintf("never (0 of %d)", c.Could)
	case c.Could:
		return fmt.Sprintf("always (%d of %d)", c.Did, c.Could)
	}
	return fmt.Sprintf("%s of the time (%d of %d)", c.Percent(), c.Did, c.Could)
}

func (c *Cell) Add(x int) { c.Shares(x, 1) }

func (c *Cell) Shares(did, could int) {
	c.Did += int64(did)
	c.Could += int64(could)
}

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

// Average merges the habits of several players, in the order of first mention. Those with enough chances count alike.
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
