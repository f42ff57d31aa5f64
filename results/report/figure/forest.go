package figure

import (
	"fmt"
	"html"
)

type Interval struct {
	Mean, Low, High float64
	Class           string // a or b
}

type Row struct {
	Label     string
	Intervals []Interval
	Head      bool // a line of its own above a part
}

// Forest is a picture of means with intervals, one below the other.
type Forest struct {
	Title, Desc string
	Unit        string
	Rows        []Row
	Low, High   float64
	Fair        float64 // where a vertical line stands
	Show        func(float64) string
	Axis        func(float64) string // shorter, for the axis
}

// Range makes room for all intervals.
func (p *Forest) Range() {
	p.Low, p.High = p.Fair, p.Fair
	for _, r := range p.Rows {
		for _, i := range r.Intervals {
			p.Low, p.High = min(p.Low, i.Low), max(p.High, i.High)
		}
	}
	room := (p.High - p.Low) * 0.04
	p.Low, p.High = p.Low-room, p.High+room
	if p.High <= p.Low {
		p.High = p.Low + 1
	}
}

func (p Forest) SVG(width float64) string {
	const line, top = 20.0, 8.0
	c := &canvas{width: width}
	bottom := top + line*float64(len(p.Rows))
	c.height = bottom + 40
	f := frame{left: min(max(width*0.34, 143), 300), right: width - 64, top: top, bottom: bottom, x0: p.Low, x1: p.High, y0: 0, y1: 1}
	for _, x := range ticks(p.Low, p.High, max(3, int((f.right-f.left)/60))) {
		c.line("grid", f.x(x), top, f.x(x), bottom)
		c.text("q", "middle", f.x(x), bottom+16, p.Axis(x))
	}
	c.line("mark", f.x(p.Fair), top, f.x(p.Fair), bottom+4)
	c.text("q", "middle", (f.left+f.right)/2, bottom+34, p.Unit)
	for i, r := range p.Rows {
		y := top + line*(float64(i)+0.5)
		class := ""
		if r.Head {
			class = "h"
		}
		c.text(class, "start", 2, y+4, fit(r.Label, f.left-8))
		for k, v := range r.Intervals {
			c.WriteString("<g><title>" + html.EscapeString(r.Label+": "+p.Show(v.Mean)+" ("+p.Show(v.Low)+" to "+p.Show(v.High)+")") + "</title>")
			at := y + 5*(float64(k)-float64(len(r.Intervals)-1)/2)
			c.line("i"+v.Class, f.x(v.Low), at, f.x(v.High), at)
			c.dot("dot"+v.Class, f.x(v.Mean), at, 3.6)
			c.WriteString("</g>")
		}
		if len(r.Intervals) == 1 {
			c.text("q", "end", width-2, y+4, p.Show(r.Intervals[0].Mean))
		}
	}
	return c.close("forest", p.Title, p.Desc)
}

// Bar is a small picture of an interval for the cell of a table beside its figures; it has no name of its own.
func Bar(v Interval, low, high, fair float64) string {
	const w = 200.0
	at := func(x float64) float64 { return (min(max(x, low), high) - low) / (high - low) * w }
	from, to := min(at(fair), at(v.Mean)), max(at(fair), at(v.Mean))
	class := "good"
	if v.Mean < fair {
		class = "lost"
	}
	return fmt.Sprintf(`<svg class="bar" viewBox="0 0 200 12" preserveAspectRatio="none" aria-hidden="true"><line class="axis" x1="%[1]s" x2="%[1]s" y1="0" y2="12"/><rect class="%[2]s" x="%[3]s" y="3.5" width="%[4]s" height="5"/><line class="whisker" x1="%[5]s" x2="%[6]s" y1="6" y2="6"/></svg>`,
		num(at(fair)), class, num(from), num(to-from), num(at(v.Low)), num(at(v.High)))
}

type Node struct {
	Label, Note string
	Line        bool // on the main line; others hang on it where they stand
	Strong      bool // drawn as a champion
}

// Tree is a family tree with one main line, oldest first from the top.
type Tree struct {
	Title, Desc string
	Nodes       []Node
}

// SVG draws the tree so many pixels wide. Members off the line stand further in.
func (t Tree) SVG(width float64) string {
	const line, top, trunk, branch = 31.0, 4.0, 14.0, 38.0
	c := &canvas{width: width, height: top + line*float64(len(t.Nodes)) + 4}
	y := func(i int) float64 { return top + line*(float64(i)+0.5) }
	c.line("tie", trunk, y(0), trunk, y(len(t.Nodes)-1))
	for i, n := range t.Nodes {
		x, class := trunk, "ring"
		if !n.Line {
			x = branch
			c.path("tie", []float64{trunk, branch}, []float64{y(i) - 12, y(i)})
		}
		if n.Strong {
			class = "dota"
		}
		c.dot(class, x, y(i), 5.5)
		const left = branch + 14
		c.text("h", "start", left, y(i)-1, fit(n.Label, width-left))
		c.text("q", "start", left, y(i)+13, fit(n.Note, width-left))
	}
	return c.close("tree", t.Title, t.Desc)
}

// Strip is a row of coloured fields for the cell of a table that has their ends as figures; it has no name of its own.
func Strip(classes []string) string {
	fields := ""
	for i, class := range classes {
		fields += fmt.Sprintf(`<rect class="%s" x="%d" y="0" width="1.1" height="1"/>`, class, i)
	}
	return fmt.Sprintf(`<svg class="strip" viewBox="0 0 %d 1" preserveAspectRatio="none" aria-hidden="true">%s</svg>`, len(classes), fields)
}
