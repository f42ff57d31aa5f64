// Package report formats the output of commands: as data with JSON keys, such as
// [Standings], [Behaviour], [Verdict] and [Gene], and as aligned tables.
package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// Table is a table of text. Columns whose name begins with '>' are aligned right,
// as numbers are.
type Table struct {
	Columns []string
	Rows    [][]string
	Tight   bool // one space between columns instead of two
}

// Add appends a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Write prints the table, two spaces between columns, unless it is tight, and none at the ends of
// lines.
func (t *Table) Write(w io.Writer) error {
	width := t.widths()
	head := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = strings.TrimPrefix(c, ">")
	}
	rows := t.Rows
	if strings.Join(head, "") != "" {
		rows = append([][]string{head}, t.Rows...)
	}
	for _, row := range rows {
		if _, err := fmt.Fprintln(w, t.line(row, width)); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) line(row []string, width []int) string {
	var b strings.Builder
	for i, cell := range row {
		switch {
		case i > 0 && t.Tight:
			b.WriteByte(' ')
		case i > 0:
			b.WriteString("  ")
		}
		pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
		if strings.HasPrefix(t.Columns[i], ">") {
			b.WriteString(pad + cell)
		} else {
			b.WriteString(cell + pad)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// JSON prints a value as indented JSON.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Percent writes a share as "72.3".
func Percent(x float64) string { return fmt.Sprintf("%.1f", 100*x) }

// Plural writes a count and its noun: "1 game", "2,000 games".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Count(int64(n)) + " " + noun
}

// Count writes a number with thin groups: 1234567 is "1,234,567".
func Count(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Duration writes a duration in two units at most: "1m20s", "45s", "2h05m".
func Duration(d time.Duration) string {
	switch d = d.Round(time.Second); {
	case d >= time.Hour:
		return fmt.Sprintf("%dh%02dm", d/time.Hour, d%time.Hour/time.Minute)
	case d >= time.Minute:
		return fmt.Sprintf("%dm%02ds", d/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%ds", d/time.Second)
}
