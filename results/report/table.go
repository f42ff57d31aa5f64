package report

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Columns is the width of a terminal that tables are made for unless more is asked for.
const Columns = 80

// Table is the output of a command. Columns whose name begins with '>' are aligned right, as numbers are.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Notes   []string
	Tight   bool   // one space between columns instead of two
	Next    *Table // printed below this one
}

// NotesTable is a table of notes alone.
func NotesTable(lines ...string) *Table { return &Table{Notes: lines} }

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Note appends a paragraph below the rows.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, Paragraph(format, args...))
}

// noteIf is Note if a condition holds.
func (t *Table) noteIf(condition bool, format string, args ...any) {
	if condition {
		t.Note(format, args...)
	}
}

// keepIf leaves out the columns from one to another, without the latter, unless a condition holds.
func (t *Table) keepIf(condition bool, from, to int) {
	if condition {
		return
	}
	t.Columns = slices.Delete(t.Columns, from, to)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], from, to)
	}
}

// Then prints another table below the last one.
func (t *Table) Then(next *Table) *Table {
	last := t
	for last.Next != nil {
		last = last.Next
	}
	last.Next = next
	return t
}

// Print prints the table, and those below it, with a line between the parts, and none at the ends of lines. Rows are at
// most the given number of columns wide, as far as [Table.fit] can do it; 0 is any width.
func (t *Table) Print(w io.Writer, width int) error {
	var parts []string
	for ; t != nil; t = t.Next {
		if t.Title != "" {
			parts = append(parts, t.Title)
		}
		if len(t.Columns) > 0 {
			parts = append(parts, t.lines(width))
		}
		if len(t.Notes) > 0 {
			parts = append(parts, strings.Join(t.Notes, "\n"))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n\n")+"\n")
	return err
}

// ErrNoRows says that no table has rows.
var ErrNoRows = errors.New("there are no rows")

// thousands are numbers with separators, which programs don't read.
var thousands = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$`) })

// CSV writes the rows of the table, and of those below it, each below its heads and with an empty line between two.
func (t *Table) CSV(w io.Writer) error {
	var out bytes.Buffer
	for ; t != nil; t = t.Next {
		if len(t.Rows) == 0 {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte('\n')
		}
		plain := func(cell string) string {
			if thousands().MatchString(cell) {
				return strings.ReplaceAll(cell, ",", "")
			}
			return cell
		}
		rows := append([][]string{t.Heads()}, t.Rows...)
		if err := csv.NewWriter(&out).WriteAll(Map(rows, func(row []string) []string { return Map(row, plain) })); err != nil {
			return err
		}
	}
	if out.Len() == 0 {
		return ErrNoRows
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (t *Table) lines(most int) string {
	for _, row := range t.Rows {
		for i, cell := range row {
			row[i] = strings.ReplaceAll(cell, "\n", `\n`) // a note of a store from elsewhere
		}
	}
	if most > 0 {
		t = t.fit(most)
	}
	width, rows := t.widths(), t.Rows
	if head := t.Heads(); strings.Join(head, "") != "" {
		rows = append([][]string{head}, rows...)
	}
	return strings.Join(Map(rows, func(row []string) string {
		cells := make([]string, len(row))
		for i, cell := range row {
			wide := -width[i]
			if t.AlignsRight(i) {
				wide = width[i]
			}
			cells[i] = fmt.Sprintf("%*s", wide, cell)
		}
		return strings.TrimRight(strings.Join(cells, strings.Repeat(" ", t.between())), " ")
	}), "\n")
}

// Heads are the names of the columns.
func (t *Table) Heads() []string {
	return Map(t.Columns, func(c string) string { return strings.TrimPrefix(c, ">") })
}

// AlignsRight reports whether a column is aligned right.
func (t *Table) AlignsRight(i int) bool { return strings.HasPrefix(t.Columns[i], ">") }

func (t *Table) between() int {
	if t.Tight {
		return 1
	}
	return 2
}

func (t *Table) widths() []int {
	out := make([]int, len(t.Columns))
	for _, row := range append([][]string{t.Heads()}, t.Rows...) {
		for i, cell := range row {
			out[i] = max(out[i], utf8.RuneCountInString(cell))
		}
	}
	return out
}

// fit returns a table at most the given number of columns wide, as far as that can be done by a single space between
// columns and by cutting text, of the widest column of text first.
func (t *Table) fit(width int) *Table {
	const leastText = 6 // how many letters of a column of text are left at least
	over := func(t *Table) int {
		sum := t.between()*(len(t.Columns)-1) - width
		for _, w := range t.widths() {
			sum += w
		}
		return sum
	}
	if over(t) <= 0 {
		return t
	}
	out := &Table{Columns: t.Columns, Rows: slices.Clone(t.Rows), Tight: true}
	for {
		at, widest := 0, leastText
		for i, w := range out.widths() {
			if !out.AlignsRight(i) && w > widest {
				at, widest = i, w
			}
		}
		rest := over(out)
		if rest <= 0 || widest == leastText {
			return out
		}
		most := max(widest-rest, widest*3/4, leastText)
		for i, row := range append([][]string{out.Columns}, out.Rows...) {
			cell := []rune(row[at])
			if len(cell) <= most {
				continue
			}
			row = slices.Clone(row)
			// A text is cut at its end, a name, which is a word, in its middle: names often differ only in their ends.
			end := (most - 1) / 2
			if strings.ContainsRune(row[at], ' ') {
				end = 0
			}
			row[at] = string(cell[:most-1-end]) + "…" + string(cell[len(cell)-end:])
			if i == 0 {
				out.Columns = row
			} else {
				out.Rows[i-1] = row
			}
		}
	}
}
