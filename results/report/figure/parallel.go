package figure

import "strconv"

// Axis is an upright axis of a [Parallel].
type Axis struct {
	Name  string
	Ticks []Tick
}

// Tick is a place on an axis, from 0 (below) to 1, with what it is called.
type Tick struct {
	At    float64
	Label string
}

// Way is a line through all axes of a [Parallel].
type Way struct {
	At     []float64 // place on each axis, from 0 (below) to 1
	Strong float64   // from 0, hardly visible, to 1
	Class  string
}

// Parallel is a picture of parallel coordinates.
type Parallel struct {
	Title, Desc string
	Axes        []Axis
	Ways        []Way // the last one on top
}

// SVG draws the axes side by side, so many pixels wide. Where they have no room they lie in rows below each other, and
// each row begins with the first axis.
func (p Parallel) SVG(width float64) string {
	const height, room = 210.0, 78.0
	each := max(2, int(width/room)) // axes of a row
	var rows [][]int
	for k := 1; k < len(p.Axes); {
		row := []int{0}
		for ; k < len(p.Axes) && len(row) < each; k++ {
			row = append(row, k)
		}
		rows = append(rows, row)
	}
	c := &canvas{width: width, height: float64(len(rows)) * (height + 40)}
	for i, row := range rows {
		p.row(c, row, frame{left: 34, right: width - 46, top: 26 + float64(i)*(height+40), bottom: 16 + height + float64(i)*(height+40), x1: float64(max(1, len(row)-1)), y1: 1})
	}
	return c.close("parallel", p.Title, p.Desc)
}

func (p Parallel) row(c *canvas, row []int, f frame) {
	for _, w := range p.Ways {
		var xs, ys []float64
		for x, k := range row {
			xs, ys = append(xs, f.x(float64(x))), append(ys, f.y(w.At[k]))
		}
		c.WriteString(`<g opacity="` + strconv.FormatFloat(0.06+0.94*w.Strong, 'f', 2, 64) + `">`)
		c.path(w.Class, xs, ys)
		c.WriteString(`</g>`)
	}
	column := (f.right - f.left) / f.x1
	for x, k := range row {
		a, at := p.Axes[k], f.x(float64(x))
		c.line("grid", at, f.top, at, f.bottom)
		anchor := "middle"
		if x == 0 {
			anchor = "start"
		}
		c.text("h", anchor, at-map[bool]float64{true: 32}[x == 0], f.top-12, fit(a.Name, column-4))
		for _, t := range a.Ticks {
			c.line("grid", at-3, f.y(t.At), at+3, f.y(t.At))
			c.text("q halo", "start", at+5, f.y(t.At)+4, fit(t.Label, 42))
		}
	}
}
