package figure

import (
	"fmt"
	"unicode/utf8"
)

// HeatCell is a field of a heat map.
type HeatCell struct {
	Text  string
	Class string // of [Share] or [Shift]
}

// Heat is a heat map with the names of its rows and columns.
type Heat struct {
	Title, Desc string
	X, Y        string // names of the axes
	Columns     []string
	Rows        []string
	Cells       [][]HeatCell
}

// widest is the width of the longest name or number of a column.
func (h Heat) widest() float64 {
	most := 0
	for k, name := range h.Columns {
		most = max(most, utf8.RuneCountInString(name))
		for _, row := range h.Cells {
			most = max(most, utf8.RuneCountInString(row[k].Text))
		}
	}
	return glyph * float64(most+1)
}

// SVG draws the map so many pixels wide, with every second column where all of them would run together.
func (h Heat) SVG(width float64) string {
	const line, top = 20.0, 44.0
	c := &canvas{width: width, height: top + line*float64(len(h.Rows)) + 8}
	label := 0.0
	for _, r := range append(h.Rows[:len(h.Rows):len(h.Rows)], h.Y) {
		label = max(label, glyph*float64(len([]rune(r)))+8)
	}
	label = min(label, width*0.4)
	c.text("h", "middle", label+(width-label)/2, 14, fit(h.X, width-label))
	c.text("h", "start", 2, top-8, fit(h.Y, label-6))
	step, shown := 1, len(h.Columns)
	for ; shown > 3 && (width-label)/float64(shown) < h.widest(); shown = (shown + 1) / 2 {
		step *= 2
	}
	column := (width - label) / float64(max(shown, 1))
	at := func(k int) float64 { return label + column*float64(k/step) }
	for k := 0; k < len(h.Columns); k += step {
		c.text("q", "middle", at(k)+column/2, top-8, fit(h.Columns[k], column-2))
	}
	for i, r := range h.Rows {
		y := top + line*float64(i)
		c.text("", "start", 2, y+14, fit(r, label-6))
		for k := 0; k < len(h.Columns); k += step {
			cell := h.Cells[i][k]
			c.rect(cell.Class, at(k), y, column-1, line-1)
			c.text(cell.Class, "middle", at(k)+column/2, y+14, fit(cell.Text, column))
		}
	}
	return c.close("heat", h.Title, h.Desc)
}

// Strip is a row of coloured fields that fills the cell of a table whose figures say where it begins and ends: it has
// no name of its own.
func Strip(classes []string) string {
	c := &canvas{}
	for i, class := range classes {
		c.rect(class, float64(i), 0, 1.05, 1)
	}
	return fmt.Sprintf(`<svg class="strip" viewBox="0 0 %d 1" preserveAspectRatio="none" aria-hidden="true">%s</svg>`, len(classes), c.String())
}
