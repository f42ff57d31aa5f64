package view

import (
	"math"
	"strings"

	"bloodline/arena/portrait"
)

// Table is a table of behaviour, with the sentences about it.
type Table struct {
	Title   string              `json:"title"`
	Columns []string            `json:"columns"`
	Rows    [][]Cell            `json:"rows"`
	Words   []portrait.Sentence `json:"words,omitempty"`
}

// Cell is a cell of a table. That of the other player stands beside it, where there is
// one and it has the same row.
type Cell struct {
	portrait.Cell
	Beside *portrait.Cell `json:"beside,omitempty"`
}

// Shade is the share of a cell that has one.
func (c Cell) Shade() (x float64, ok bool) {
	return c.Ratio(), c.Kind == portrait.IsShare && c.Reliable()
}

func tables(from []portrait.Table, words []portrait.Sentence) (out []Table) {
	for _, t := range from {
		v := Table{Title: t.Title}
		for _, c := range t.Columns {
			v.Columns = append(v.Columns, strings.TrimPrefix(c, ">")) // as numbers are told apart in a terminal
		}
		for _, row := range t.Rows {
			var cells []Cell
			for _, c := range row {
				cells = append(cells, Cell{Cell: c})
			}
			v.Rows = append(v.Rows, cells)
		}
		out = append(out, v)
	}
	for _, w := range words {
		out[w.Table].Words = append(out[w.Table].Words, w)
	}
	return out
}

// About tells whether a sentence is about a row.
func (t Table) About(row int) bool {
	for _, w := range t.Words {
		if w.Row == row {
			return true
		}
	}
	return false
}

// compareTables puts the cells of others beside those of the same row: the mean of
// their shares, all players alike. Where fewer than half of them have a share there is
// none.
func compareTables(own []Table, others [][]Table) {
	for i := range own {
		var rows []map[string][]Cell
		for _, o := range others {
			for _, t := range o { // others may have fewer tables: of what no genes weigh, for example
				if t.Title == own[i].Title {
					rows = append(rows, t.byLabel())
				}
			}
		}
		for _, row := range own[i].Rows {
			for c := range row {
				if row[c].Kind != portrait.IsShare {
					continue
				}
				var cells []portrait.Cell
				for _, r := range rows {
					if other := r[label(row)]; c < len(other) {
						cells = append(cells, other[c].Cell)
					}
				}
				row[c].Beside = meanCell(cells, len(others))
			}
		}
	}
}

// meanCell is the mean of shares, of so many players; nil for none.
func meanCell(cells []portrait.Cell, of int) *portrait.Cell {
	sum, chances, n := 0.0, int64(0), 0
	for _, c := range cells {
		if c.Reliable() {
			sum, chances, n = sum+c.Ratio(), chances+c.Could, n+1
		}
	}
	if 2*n < of || n == 0 {
		return nil
	}
	c := portrait.Share(int64(math.Round(sum/float64(n)*float64(chances))), chances)
	return &c
}

func (t Table) byLabel() map[string][]Cell {
	out := map[string][]Cell{}
	for _, row := range t.Rows {
		out[label(row)] = row
	}
	return out
}

// label is what a row is of: its labels.
func label(row []Cell) string {
	var words []string
	for _, c := range row {
		words = append(words, c.Text)
	}
	return strings.Join(words, "|")
}

// Labels returns how many columns come before the first that was counted.
func (t Table) Labels() int {
	for c := range t.Columns {
		for _, row := range t.Rows {
			if row[c].Kind != "" {
				return c
			}
		}
	}
	return len(t.Columns)
}
