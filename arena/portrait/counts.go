package portrait

import (
	"fmt"
	"slices"
)

// Counts is a table whose cells count while a player plays.
type Counts struct {
	CountTable
	labels  int // columns before the first that is counted
	columns []Column
}

// Column is a column that is counted.
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

// Row appends a row of cells without counts, behind its labels. about fills the columns' habits; without it they have none.
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

// Tables returns the tables as counted so far.
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

// Extreme returns the first row with the largest or the smallest share in a column, among these rows with at least [Enough]
// chances there; -1 if there is none.
func (c *Counts) Extreme(column int, largest bool, rows ...int) int {
	best := -1
	for _, row := range rows {
		x := c.At(row, column)
		if x.Could < Enough {
			continue
		}
		if best < 0 || largest && x.Ratio() > c.At(best, column).Ratio() || !largest && x.Ratio() < c.At(best, column).Ratio() {
			best = row
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
	most, least := -1, -1
	for k := range last {
		x := c.At(row, k)
		if x.Could < Enough {
			continue
		}
		if most < 0 || x.Ratio() > c.At(row, most).Ratio() {
			most = k
		}
		if least < 0 || x.Ratio() < c.At(row, least).Ratio() {
			least = k
		}
	}
	const spread = 0.1 // that is worth a remark
	if most >= 0 && c.At(row, most).Ratio()-c.At(row, least).Ratio() >= spread {
		text += fmt.Sprintf(", most at %s (%s), least at %s (%s)",
			c.Columns[c.labels+most], c.At(row, most).Percent(), c.Columns[c.labels+least], c.At(row, least).Percent())
	}
	return text
}

// Count counts a chance.
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

// Add adds a number to a mean.
func (c *Cell) Add(x int) { c.Shares(x, 1) }

// Shares counts several chances at once.
func (c *Cell) Shares(did, could int) {
	c.Did += int64(did)
	c.Could += int64(could)
}
