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

	"bloodline/internal/setting"
)

// Columns is the width of a terminal that tables are made for unless more is asked for.
const Columns = 80

// Table is the output of a command. Columns whose name begins with '>' are aligned right, as numbers are.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Notes   []string
	Spare   []string // heads of columns that are left out, the first first, where a table is too wide
	Omitted []string // what is left out unless a table may be wide
	Next    *Table   // printed below this one
}

func NotesTable(lines ...string) *Table { return &Table{Notes: lines} }

func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Note appends a paragraph below the rows.
func (t *Table) Note(format string, args ...any) {
	t.Notes = append(t.Notes, Paragraph(format, args...))
}

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

// Print prints the table, and those below it, with a line between the parts. Rows are at most the given number of
// columns wide, unless a word is longer; 0 is any width. The last line says what --wide would add.
func (t *Table) Print(w io.Writer, width int) error {
	var parts, omitted []string
	for ; t != nil; t = t.Next {
		if t.Title != "" {
			parts = append(parts, t.Title)
		}
		if len(t.Columns) > 0 {
			text, out := t.lines(width)
			parts = append(parts, text)
			for _, what := range slices.Concat(t.Omitted, out) {
				if !slices.Contains(omitted, what) {
					omitted = append(omitted, what)
				}
			}
		}
		if len(t.Notes) > 0 {
			parts = append(parts, strings.Join(t.Notes, "\n"))
		}
	}
	if len(omitted) > 0 {
		parts = append(parts, Paragraph("--wide adds: %s", List(omitted)))
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

// lines writes the rows, at most so many columns wide, and the heads of the columns that are left out for that.
func (t *Table) lines(most int) (text string, out []string) {
	for _, row := range t.Rows {
		for i, cell := range row {
			row[i] = strings.ReplaceAll(cell, "\n", `\n`) // a note of a store from elsewhere
		}
	}
	f := t.fit(most)
	for len(f.breaks) > 1 && len(t.Spare) > len(out) {
		out = append(out, t.Spare[len(out)])
		left := Table{Columns: slices.Clone(t.Columns), Rows: Map(t.Rows, slices.Clone[[]string]), Spare: t.Spare}
		for _, head := range out {
			at := slices.Index(left.Heads(), head)
			left.keepIf(at < 0, at, at+1)
		}
		t, f = &left, left.fit(most)
	}
	rows := t.Rows
	if head := t.Heads(); strings.Join(head, "") != "" {
		rows = append([][]string{head}, rows...)
	}
	return strings.Join(Map(rows, func(row []string) string { return f.row(t, row) }), "\n"), out
}

// layout says how rows are written: cells wider than their column go on below, and rows too wide break before columns.
type layout struct {
	width, breaks []int
	between       string
}

// fit returns a layout at most so many columns wide, 0 is any width: by a single space between columns, and by the
// lines of cells of several words, in the widest column first. Words are left whole, because names are copied.
func (t *Table) fit(most int) layout {
	const leastText = 16
	width, least := make([]int, len(t.Columns)), make([]int, len(t.Columns))
	for k, row := range append([][]string{t.Heads()}, t.Rows...) {
		for i, cell := range row {
			n := utf8.RuneCountInString(cell)
			width[i] = max(width[i], n)
			if drawn := strings.Contains(cell, "  "); !drawn && (k == 0 || !t.AlignsRight(i)) {
				words := Map(strings.Fields(cell), utf8.RuneCountInString)
				n = max(slices.Max(append(words, 0)), min(n, leastText*min(k, 1)))
			}
			least[i] = max(least[i], n)
		}
	}
	f := layout{width: width, breaks: []int{0}, between: "  "}
	over := func() int {
		sum := len(f.between)*(len(width)-1) - most
		for _, w := range width {
			sum += w
		}
		return sum
	}
	if most == 0 || over() <= 0 {
		return f
	}
	f.between = " "
	for over() > 0 {
		at := -1
		for i := range width {
			if width[i] > least[i] && (at < 0 || width[i] > width[at]) {
				at = i
			}
		}
		if at < 0 {
			break
		}
		width[at] = max(width[at]-over(), width[at]*3/4, least[at])
	}
	for i, at := 0, 0; i < len(width); i++ {
		if at > 0 && at+width[i] > most {
			f.breaks, at = append(f.breaks, i), len(indent)
		}
		at += width[i] + 1
	}
	return f
}

// indent begins a line that a row is continued in.
const indent = "    "

func (f layout) row(t *Table, row []string) string {
	var out []string
	for k, from := range f.breaks {
		to, begin, high := len(row), "", 1
		if k+1 < len(f.breaks) {
			to = f.breaks[k+1]
		}
		if k > 0 {
			begin = indent
		}
		cells := make([][]string, to-from)
		for i := range cells {
			cells[i] = []string{row[from+i]}
			if w := f.width[from+i]; utf8.RuneCountInString(row[from+i]) > w {
				cells[i] = strings.Split(setting.Wrap(row[from+i], "", w), "\n")
			}
			high = max(high, len(cells[i]))
		}
		for line := range high {
			parts := make([]string, len(cells))
			for i, cell := range cells {
				wide := -f.width[from+i]
				if t.AlignsRight(from + i) {
					wide = -wide
				}
				if line < len(cell) {
					parts[i] = cell[line]
				}
				parts[i] = fmt.Sprintf("%*s", wide, parts[i])
			}
			out = append(out, strings.TrimRight(begin+strings.Join(parts, f.between), " "))
		}
	}
	return strings.Join(out, "\n")
}

func (t *Table) Heads() []string {
	return Map(t.Columns, func(c string) string { return strings.TrimPrefix(c, ">") })
}

func (t *Table) AlignsRight(i int) bool { return strings.HasPrefix(t.Columns[i], ">") }
