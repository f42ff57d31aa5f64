package figure

import "fmt"

// Node is a member of a family tree.
type Node struct {
	Label  string
	Note   string
	Line   bool // on the main line; others hang on it where they stand
	Strong bool // drawn as a champion
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

// Strip is a row of coloured fields that fills the cell of a table whose figures say where it begins and ends: it has
// no name of its own.
func Strip(classes []string) string {
	fields := ""
	for i, class := range classes {
		fields += fmt.Sprintf(`<rect class="%s" x="%d" y="0" width="1.1" height="1"/>`, class, i)
	}
	return fmt.Sprintf(`<svg class="strip" viewBox="0 0 %d 1" preserveAspectRatio="none" aria-hidden="true">%s</svg>`, len(classes), fields)
}
