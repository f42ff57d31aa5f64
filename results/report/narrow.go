package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Columns is the width of a terminal that tables are made for unless more is asked for.
const Columns = 80

// Without returns a table without some columns.
func (t *Table) Without(drop func(i int, name string) bool) *Table {
	out := &Table{Tight: t.Tight}
	keep := func(row []string) (kept []string) {
		for i, cell := range row {
			if !drop(i, t.Columns[i]) {
				kept = append(kept, cell)
			}
		}
		return kept
	}
	out.Columns = keep(t.Columns)
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, keep(row))
	}
	return out
}

// Fit makes a table at most so many columns wide, as far as that can be done by a single
// space between columns and by cutting the first column.
func (t *Table) Fit(width int) {
	over := -width
	for i, name := range t.Columns {
		most := utf8.RuneCountInString(strings.TrimPrefix(name, ">"))
		for _, row := range t.Rows {
			most = max(most, utf8.RuneCountInString(row[i]))
		}
		over += most + 2
	}
	if over -= 2; over <= 0 {
		return
	}
	t.Tight = true
	if over -= len(t.Columns) - 1; over <= 0 {
		return
	}
	first := 0
	for _, row := range t.Rows {
		first = max(first, utf8.RuneCountInString(row[0]))
	}
	most := max(first-over, 1)
	rows := t.Rows
	t.Rows = nil
	for _, row := range rows {
		if cell := []rune(row[0]); len(cell) > most {
			row = append([]string{string(cell[:most-1]) + "…"}, row[1:]...)
		}
		t.Rows = append(t.Rows, row)
	}
}

// Narrow is the standings without the intervals of points and Elo.
func (s *Standings) Narrow() *Table {
	t := s.Table()
	first := slices.Index(t.Columns, ">95 % interval")
	return t.Without(func(i int, name string) bool { return name == ">95 % interval" && i != first })
}

// NarrowMatrix is the matrix with the ranks of the players above its columns.
func (s *Standings) NarrowMatrix() *Table {
	t := s.Matrix()
	t.Tight = true
	for i := range t.Rows {
		t.Columns[i+1] = fmt.Sprintf(">%d", i+1)
		t.Rows[i][0] = fmt.Sprintf("%d %s", i+1, t.Rows[i][0])
	}
	return t
}

// Shares returns rows whose shares stand without the chances behind them: "31 % of
// 1234" is "31 %".
func Shares(rows [][]string) [][]string {
	out := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			if share, _, ok := strings.Cut(cell, " % of "); ok {
				cell = share + " %"
			} else if strings.HasPrefix(cell, "- of ") {
				cell = "-"
			}
			out[i] = append(out[i], cell)
		}
	}
	return out
}

// sparks are the heights of [Spark], lowest first.
var sparks = []rune("▁▂▃▄▅▆▇█")

// Spark draws numbers as a line of bars.
func Spark(xs []float64) string {
	if len(xs) == 0 {
		return ""
	}
	low, high := slices.Min(xs), slices.Max(xs)
	var b strings.Builder
	for _, x := range xs {
		k := 0
		if high > low {
			k = int((x - low) / (high - low) * float64(len(sparks)-1))
		}
		b.WriteRune(sparks[k])
	}
	return b.String()
}
