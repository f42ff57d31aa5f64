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
// space between columns and by cutting text, of the widest column of text first.
func (t *Table) Fit(width int) {
	if t.width() <= width {
		return
	}
	t.Tight = true
	for {
		over, at, widest := t.width()-width, 0, leastText
		for i, w := range t.widths() {
			if !strings.HasPrefix(t.Columns[i], ">") && w > widest {
				at, widest = i, w
			}
		}
		if over <= 0 || widest == leastText {
			return
		}
		t.cut(at, max(widest-over, widest*3/4, leastText))
	}
}

// leastText is how many letters of a column of text are left at least.
const leastText = 6

// cut makes a column of text at most so many letters wide.
func (t *Table) cut(at, most int) {
	shorten := func(row []string) []string {
		cell := []rune(row[at])
		if len(cell) <= most {
			return row
		}
		row = slices.Clone(row)
		row[at] = shortened(cell, most)
		return row
	}
	t.Columns = shorten(t.Columns)
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		rows[i] = shorten(row)
	}
	t.Rows = rows
}

// shortened cuts a text at its end, and a name, which is a word, in its middle: names often
// differ only in their ends.
func shortened(cell []rune, most int) string {
	if strings.ContainsRune(string(cell), ' ') {
		return string(cell[:most-1]) + "…"
	}
	end := (most - 1) / 2
	return string(cell[:most-1-end]) + "…" + string(cell[len(cell)-end:])
}

// widths are those of the columns.
func (t *Table) widths() []int {
	out := make([]int, len(t.Columns))
	for i, name := range t.Columns {
		out[i] = utf8.RuneCountInString(strings.TrimPrefix(name, ">"))
		for _, row := range t.Rows {
			out[i] = max(out[i], utf8.RuneCountInString(row[i]))
		}
	}
	return out
}

func (t *Table) width() int {
	between := 2
	if t.Tight {
		between = 1
	}
	sum := between * (len(t.Columns) - 1)
	for _, w := range t.widths() {
		sum += w
	}
	return sum
}

// Narrow is the standings without the interval of the points on the contest's scale, and
// with a short one of Elo.
func (s *Standings) Narrow() *Table {
	t := s.Table()
	t.Tight = true
	first, elo := slices.Index(t.Columns, ">95 % interval"), slices.Index(t.Columns, ">Elo")
	if elo >= 0 {
		t.Columns[elo+1] = ">± 95 %"
		for i, p := range s.Places {
			t.Rows[i][elo+1] = fmt.Sprintf("%.0f", (p.EloHigh-p.EloLow)/2)
		}
	}
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
