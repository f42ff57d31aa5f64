package figure

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Curve is a line of a plot, with a band around it if it has one.
type Curve struct {
	Label string    `json:"label"`
	Class string    `json:"class"` // a to e
	X     []float64 `json:"x"`
	Y     []float64 `json:"y"`
	Low   []float64 `json:"low,omitempty"` // nil for no band
	High  []float64 `json:"high,omitempty"`

	Number int `json:"-"` // stands at its beginning; 0 for none
}

type Spot struct {
	X, Y  float64
	Class string // good, bad, dota or dotq
}

// Plot is a picture of curves and dots over a common x axis.
type Plot struct {
	Title, Desc string
	X, Y        string // names of the axes
	Curves      []Curve
	Spots       []Spot
	Rules       []float64 // horizontal lines
	RuleLabel   string
	Marks       []float64 // vertical lines
	MarkLabel   string
	Show        func(y float64) string
	ShowX       func(x float64) string
	Factor      float64 // of values where a script shows them; 0 is 1
}

// frame maps data to pixels.
type frame struct {
	left, top, right, bottom float64
	x0, x1, y0, y1           float64
}

func (f frame) x(v float64) float64 { return f.left + (v-f.x0)/(f.x1-f.x0)*(f.right-f.left) }

func (f frame) y(v float64) float64 { return f.bottom - (v-f.y0)/(f.y1-f.y0)*(f.bottom-f.top) }

func (p Plot) SVG(width float64) string {
	const mostLines = 40 // how many marks are drawn from top to bottom
	c := &canvas{width: width}
	f := p.frame(width)
	f.top = 22 + p.legend(c, width)
	f.bottom = f.top + max(170, min(300, width*0.36))
	c.height = f.bottom + 40
	c.text("q", "start", 2, f.top-10, p.Y)
	for _, y := range ticks(f.y0, f.y1, 6) {
		c.line("grid", f.left, f.y(y), f.right, f.y(y))
		c.text("q", "end", f.left-6, f.y(y)+4, p.Show(y))
	}
	room := f.right - f.left
	for _, x := range ticks(f.x0, f.x1, max(int(room/80), min(4, int(room/50)))) {
		if x != math.Trunc(x) {
			continue
		}
		c.line("grid tick", f.x(x), f.bottom, f.x(x), f.bottom+4)
		text := p.ShowX(x)
		c.text("q tick", "middle", min(f.x(x), c.width-glyph*float64(len(text))/2), f.bottom+17, text)
	}
	c.line("grid", f.left, f.bottom, f.right, f.bottom)
	c.text("q", "middle", (f.left+f.right)/2, f.bottom+34, p.X)
	c.WriteString(`<g class="data">`)
	top := f.top
	if len(p.Marks) > mostLines {
		top = f.bottom - 9 // so many lines would hide the curves
	}
	for _, x := range p.Marks {
		c.line("title", f.x(x), top, f.x(x), f.bottom)
	}
	c.WriteString(`</g>`)
	for _, y := range p.Rules {
		c.line("mark", f.left, f.y(y), f.right, f.y(y))
	}
	c.WriteString(`<g class="data">`)
	for _, k := range p.Curves {
		k.band(c, f)
	}
	for _, k := range p.Curves {
		c.path(k.Class, mapped(k.X, f.x), mapped(k.Y, f.y))
		if k.Number > 0 {
			c.text("halo", "end", f.x(k.X[0])+5, f.y(k.Y[0])-5, strconv.Itoa(k.Number))
		}
	}
	for _, s := range p.Spots {
		c.dot(s.Class, f.x(s.X), f.y(min(max(s.Y, f.y0), f.y1)), 3.2)
	}
	c.WriteString(`</g>`)
	return c.close(fmt.Sprintf(`plot" data-frame="%s %s %s %s %g %g`, num(f.left), num(f.top), num(f.right), num(f.bottom), f.x0, f.x1), p.Title, p.Desc)
}

// Series is the data of the plot as JSON, for a script that shows it, with as many digits as a table has.
func (p Plot) Series() string {
	factor := cmp.Or(p.Factor, 1)
	values := func(ys []float64) (out []float64) {
		for _, y := range ys {
			out = append(out, math.Round(y*factor*100)/100)
		}
		return out
	}
	var series []Curve
	for _, c := range p.Curves {
		series = append(series, Curve{Label: c.Label, Class: c.Class, X: c.X, Y: values(c.Y), Low: values(c.Low), High: values(c.High)})
	}
	text, err := json.Marshal(map[string]any{"x": p.X, "y": p.Y, "series": series})
	if err != nil {
		return "{}" // NaN or infinite
	}
	return string(text)
}

func (p Plot) frame(width float64) frame {
	f := frame{left: 44, right: width - 10, x0: math.Inf(1), x1: math.Inf(-1), y0: math.Inf(1), y1: math.Inf(-1)}
	see := func(x, y float64) {
		if !math.IsNaN(y) && !math.IsInf(y, 0) {
			f.x0, f.x1, f.y0, f.y1 = min(f.x0, x), max(f.x1, x), min(f.y0, y), max(f.y1, y)
		}
	}
	for _, k := range p.Curves {
		for i, x := range k.X {
			see(x, k.Y[i])
			if k.Low != nil {
				see(x, k.Low[i])
				see(x, k.High[i])
			}
		}
	}
	for _, s := range p.Spots {
		see(s.X, s.Y)
	}
	for _, y := range p.Rules {
		f.y0, f.y1 = min(f.y0, y), max(f.y1, y)
	}
	if math.IsInf(f.x0, 0) {
		f.x0, f.x1, f.y0, f.y1 = 0, 1, 0, 1
	}
	if f.x1 == f.x0 {
		f.x1++
	}
	room := (f.y1 - f.y0) * 0.06
	if room == 0 {
		room = 0.5 / cmp.Or(p.Factor, 1)
	}
	f.y0, f.y1 = f.y0-room, f.y1+room
	for _, y := range ticks(f.y0, f.y1, 6) {
		f.left = max(f.left, 8+glyph*float64(len(p.Show(y))))
	}
	return f
}

func (p Plot) legend(c *canvas, width float64) float64 {
	x, y := 2.0, 14.0
	entry := func(label string, draw func(x, y float64)) {
		need := 30 + glyph*float64(len([]rune(label)))
		if x > 2 && x+need > width {
			x, y = 2, y+18
		}
		draw(x, y-4)
		c.text("", "start", x+24, y, label)
		x += need + 8
	}
	for _, k := range p.Curves {
		if k.Label != "" {
			entry(k.Label, func(x, y float64) { c.path(k.Class, []float64{x, x + 20}, []float64{y, y}) })
		}
	}
	if p.RuleLabel != "" {
		entry(p.RuleLabel, func(x, y float64) { c.line("mark", x, y, x+20, y) })
	}
	if p.MarkLabel != "" {
		entry(p.MarkLabel, func(x, y float64) { c.line("title", x+10, y-7, x+10, y+7) })
	}
	return y + 8
}

// band draws the interval around a curve, cut off at the edges of the plot.
func (k Curve) band(c *canvas, f frame) {
	if k.Low == nil {
		return
	}
	at := func(y float64) float64 { return f.y(min(max(y, f.y0), f.y1)) }
	xs, ys := mapped(k.X, f.x), mapped(k.High, at)
	for i, x := range slices.Backward(xs) {
		xs, ys = append(xs, x), append(ys, at(k.Low[i]))
	}
	c.WriteString(`<polygon class="band band-` + k.Class + `" points="` + points(xs, ys) + `"/>`)
}

// Spark is a small curve that fills the cell of a table; it has no name of its own.
func Spark(ys []float64) string {
	if len(ys) < 2 {
		return ""
	}
	low, high := slices.Min(ys), slices.Max(ys)
	f := frame{left: 1, right: 99, top: 2, bottom: 18, x1: float64(len(ys) - 1), y0: low, y1: max(high, low+1e-9)}
	xs, at := make([]float64, len(ys)), make([]float64, len(ys))
	for i, y := range ys {
		xs[i], at[i] = f.x(float64(i)), f.y(y)
	}
	return `<svg class="figure spark" viewBox="0 0 100 20" width="100" height="20" aria-hidden="true"><polyline class="a" points="` + points(xs, at) + `"/></svg>`
}
