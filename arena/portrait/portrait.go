// Package portrait describes how a player plays: tables of counted decisions, and sentences
// about their rows. The counting is done by each game; package report prints the tables.
package portrait

import (
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

// The kinds of cells. A cell without a kind is a label.
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

	Beside *Cell `json:"beside,omitempty"` // the same cell of the player that is compared; nil without a comparison
}

// Share is a cell of how often something was done.
func Share[N ~int | ~int64](did, could N) Cell {
	return Cell{Kind: IsShare, Did: int64(did), Could: int64(could)}
}

// As names the habit that a share is of.
func (c Cell) As(format string, args ...any) Cell {
	c.Habit = fmt.Sprintf(format, args...)
	return c
}

// Count is a cell of a number.
func Count[N ~int | ~int64](n N) Cell { return Cell{Kind: IsCount, Did: int64(n)} }

// Mean is a cell of a mean: a sum over a number of cases.
func Mean[N ~int | ~int64](sum, cases N) Cell {
	return Cell{Kind: IsMean, Did: int64(sum), Could: int64(cases)}
}

// Ratio is Did / Could; 0 where nothing could be.
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
