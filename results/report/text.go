package report

import (
	"fmt"
	"math"
	"strings"
)

// Bullet writes text as one point of a list, [Columns] wide.
func Bullet(text string) string { return "- " + strings.TrimLeft(Wrap(text, "  ", Columns), " ") }

// Wrap breaks text into lines of at most width columns behind an indent.
func Wrap(text, indent string, width int) string {
	var b strings.Builder
	column := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			b.WriteString(indent)
			column = len(indent)
		case column+1+len(word) > width:
			b.WriteString("\n" + indent)
			column = len(indent)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// List writes names behind each other.
func List(names []string) string { return strings.Join(names, ", ") }

// Shorten lists the first few names and counts the rest.
func Shorten(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s +%d more", strings.Join(names[:most], " "), len(names)-most)
}

// Bar draws a shift, a share of a range, as a signed bar of up to ten marks and its
// percentage.
func Bar(shift float64) string {
	mark := "-"
	if shift > 0 {
		mark = "+"
	}
	marks := strings.Repeat(mark, min(10, int(math.Round(math.Abs(shift)*10))))
	return fmt.Sprintf("%-10s %+.0f %%", marks, 100*shift)
}
