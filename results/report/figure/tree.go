package figure

// Node is a member of a family tree.
type Node struct {
	Label  string
	Note   string
	Line   bool // on the main line
	Joins  int  // the node that it hangs on; -1 for the node of the line before it
	Gap    int  // generations that were left out on the way
	Strong bool // drawn as a champion
	Link   string
}

// Tree is a family tree with one main line, oldest first from the top.
type Tree struct {
	Title, Desc string
	Nodes       []Node
}

// SVG draws the tree so many pixels wide. Members off the line stand further in.
func (t Tree) SVG(width float64) string {
	const line, top, trunk, branch = 34.0, 10.0, 16.0, 40.0
	c := &canvas{width: width, height: top + line*float64(len(t.Nodes))}
	y := func(i int) float64 { return top + line*(float64(i)+0.5) }
	before := -1
	for i, n := range t.Nodes {
		switch {
		case n.Line && before >= 0:
			c.line("tie", trunk, y(before), trunk, y(i))
		case !n.Line && n.Joins >= 0:
			c.path("tie", []float64{trunk, branch, branch}, []float64{y(n.Joins), y(n.Joins) + line/2, y(i)})
		}
		if n.Line {
			before = i
		}
	}
	for i, n := range t.Nodes {
		x := trunk
		if !n.Line {
			x = branch
		}
		class := "ring"
		if n.Strong {
			class = "dota"
		}
		c.dot(class, x, y(i), 5.5)
		left := branch + 16
		c.text("h", "start", left, y(i)-2, fit(n.Label, width-left))
		c.text("q", "start", left, y(i)+12, fit(n.Note, width-left))
	}
	return c.close("tree", t.Title, t.Desc)
}
