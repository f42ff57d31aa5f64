package page

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// fitnessPlot draws the generations of a run.
func fitnessPlot(r *view.Run) figure.Plot {
	p := figure.Plot{
		Title: "Fitness by generation of " + r.Name, X: "generation", Y: r.Scale.Unit, Show: showAxis(r.Scale), ShowX: whole, Factor: factor(r.Scale),
	}
	var x, best, mean, low, high, champion, cl, ch []float64
	for _, t := range r.Trace {
		x = append(x, float64(t.To))
		best, mean = append(best, t.Best), append(mean, t.Mean)
		low, high = append(low, t.Mean-t.SD), append(high, t.Mean+t.SD)
		champion = append(champion, t.ChampionMean)
		cl, ch = append(cl, t.ChampionLow), append(ch, t.ChampionHigh)
	}
	p.Curves = []figure.Curve{
		{Label: "mean ± standard deviation", Class: "c", X: x, Y: mean, Low: low, High: high},
		{Label: "best believed", Class: "b", X: x, Y: best},
		{Label: "champion, 95 % interval", Class: "a", X: x, Y: champion, Low: cl, High: ch},
	}
	for _, t := range thinTitles(r.Titles) {
		p.Marks = append(p.Marks, float64(t.Generation))
	}
	if len(p.Marks) > 0 {
		p.MarkLabel = "title changes"
	}
	if n := len(r.Trace); n > 0 {
		last := r.Trace[n-1]
		p.Desc = fmt.Sprintf("%d generations; the champion ends at %s (%s to %s), the mean at %s. The table below has the numbers.",
			r.Generations, r.Scale.Show(last.ChampionMean), r.Scale.Show(last.ChampionLow), r.Scale.Show(last.ChampionHigh), r.Scale.Show(last.Mean))
	}
	return p
}

// overlayPlot draws the champions of several runs over each other.
func overlayPlot(rs []*view.Run) figure.Plot {
	p := figure.Plot{Title: "Champions by generation", X: "generation", Y: rs[0].Scale.Unit, Show: showAxis(rs[0].Scale), ShowX: whole, Desc: "The champion's fitness as selection saw it, a line for each run."}
	p.Factor = factor(rs[0].Scale)
	for i, r := range rs {
		c := figure.Curve{Label: r.Name, Class: string(rune('a' + i%5))}
		for _, t := range r.Trace {
			c.X, c.Y = append(c.X, float64(t.To)), append(c.Y, t.ChampionMean)
		}
		p.Curves = append(p.Curves, c)
	}
	return p
}

// factor is what points are multiplied by where they are shown.
func factor(s engine.Scale) float64 {
	if s.Percent {
		return 100
	}
	return 1
}

// mostMarks is how many title changes are drawn as lines.
const mostMarks = 40

func thinTitles(ts []view.Title) []view.Title {
	if len(ts) <= mostMarks {
		return ts
	}
	var out []view.Title
	for i := range mostMarks {
		out = append(out, ts[i*(len(ts)-1)/(mostMarks-1)])
	}
	return out
}

// challengePlot draws where every sequential test ended.
func challengePlot(r *view.Run) figure.Plot {
	p := figure.Plot{
		Title: "Challenges of the champion of " + r.Name, X: "generation", Y: "log-likelihood ratio at the end of the test", Show: decimal, ShowX: whole,
		Rules:  []figure.Rule{{Y: r.Upper, Label: "accepted above"}, {Y: r.Lower, Label: "rejected below"}},
		Labels: map[string]string{"good": "accepted", "bad": "rejected"},
	}
	won := 0
	for _, c := range r.Challenges {
		class := "bad"
		if c.Accepted {
			class = "good"
			won++
		}
		p.Spots = append(p.Spots, figure.Spot{X: float64(c.Generation), Y: max(3*r.Lower, min(3*r.Upper, c.LLR)), Class: class}) // some are infinite
	}
	p.Desc = fmt.Sprintf("%d of %d challenges drawn, %d of these accepted.", len(r.Challenges), r.Challenged, won)
	return p
}

// exploiterPlot draws what exploiters won, round by round.
func exploiterPlot(r *view.Run) figure.Plot {
	p := figure.Plot{
		Title: "What exploiters win of the champion of " + r.Name, X: "round", Y: r.Scale.Unit, Show: showAxis(r.Scale), ShowX: whole, Factor: factor(r.Scale),
		Rules: []figure.Rule{{Y: r.Scale.Fair, Label: "equal players"}},
	}
	var x, share, met, most []float64
	for _, e := range r.Exploiters {
		x, share = append(x, float64(e.Round)), append(share, e.Share)
		if len(e.Won) > 0 {
			met, most = append(met, float64(e.Round)), append(most, slices.Max(e.Won))
		}
	}
	p.Curves = []figure.Curve{{Label: "the round's own exploiter", Class: "a", X: x, Y: share}}
	if len(most) > 0 {
		p.Curves = append(p.Curves, figure.Curve{Label: "the strongest so far", Class: "b", X: met, Y: most})
	}
	if n := len(r.Exploiters); n > 0 {
		p.Desc = fmt.Sprintf("%d rounds; the last exploiter won %s.", n, r.Scale.Show(r.Exploiters[n-1].Share))
	}
	return p
}

func whole(x float64) string { return report.Count(int64(math.Round(x))) }

func decimal(y float64) string { return strconv.FormatFloat(math.Round(y*100)/100+0, 'f', -1, 64) }

// showAxis is shorter than what tables show.
func showAxis(s engine.Scale) func(float64) string {
	if s.Percent {
		return func(y float64) string { return decimal(100 * y) }
	}
	return decimal
}

// opponents draws one player's figures, or two side by side.
func opponents(ps []*view.Player) *figure.Forest {
	a := ps[0]
	p := &figure.Forest{Title: "Points against each opponent: " + a.Name, Unit: a.Scale.Unit, Fair: a.Scale.Fair, Show: a.Scale.Show, Axis: showAxis(a.Scale)}
	if len(ps) > 1 {
		p.Title += " (solid) and " + ps[1].Name
	}
	field, against, holdout := figures(a)
	add := func(f view.Figure, other []view.Figure) {
		row := figure.Row{Label: f.Player, Intervals: []figure.Interval{{Mean: f.Mean, Low: f.Low, High: f.High, Class: "a"}}}
		for _, o := range other {
			if o.Player == f.Player {
				row.Intervals = append(row.Intervals, figure.Interval{Mean: o.Mean, Low: o.Low, High: o.High, Class: "b"})
			}
		}
		row.Head = f.Player == field.Player
		p.Rows = append(p.Rows, row)
	}
	var other, otherHeld []view.Figure
	if len(ps) > 1 {
		f, rest, held := figures(ps[1])
		other, otherHeld = append([]view.Figure{f}, rest...), held
	}
	for _, f := range against {
		add(f, other)
	}
	add(field, other)
	if len(holdout) > 0 {
		p.Rows = append(p.Rows, figure.Row{Label: "held out", Head: true})
		for _, f := range holdout {
			add(f, otherHeld)
		}
	}
	p.Range()
	p.Desc = fmt.Sprintf("%s; mean %s %s.", report.Plural(len(against)+len(holdout), "opponent"), a.Scale.Show(field.Mean), a.Scale.Unit)
	return p
}

// figures are the evidence of a champion, and what was played for the report of a
// player without any.
func figures(p *view.Player) (field view.Figure, against, holdout []view.Figure) {
	if e := p.Evidence; e != nil {
		return e.Field, e.Against, e.Holdout
	}
	if p.Field != nil {
		field = *p.Field
	}
	return field, p.Against, nil
}

// cutSet is what a player's genes earn: its groups, or single genes.
type cutSet struct {
	*view.Player
	Of   string // "group" or "gene"
	Cuts []view.Cut
}

func groups(p *view.Player) cutSet { return cutSet{p, "group", p.Cuts} }
func single(p *view.Player) cutSet { return cutSet{p, "gene", p.Single} }

// losses draws what genes earn.
func losses(s cutSet) *figure.Forest {
	f := &figure.Forest{Title: "What each " + s.Of + " earns: " + s.Name, Unit: s.Scale.Unit + " lost without it", Show: s.Scale.Show, Axis: showAxis(s.Scale)}
	for _, c := range sorted(s.Cuts) {
		f.Rows = append(f.Rows, figure.Row{Label: c.Genes, Intervals: []figure.Interval{{Mean: c.Loss, Low: c.Low, High: c.High, Class: "a"}}})
	}
	f.Range()
	f.Desc = fmt.Sprintf("%d %ss, each set to its default; the largest loss first.", len(s.Cuts), s.Of)
	return f
}

func sorted(cs []view.Cut) []view.Cut {
	cs = slices.Clone(cs)
	slices.SortStableFunc(cs, func(a, b view.Cut) int {
		switch {
		case a.Loss > b.Loss:
			return -1
		case a.Loss < b.Loss:
			return 1
		}
		return 0
	})
	return cs
}

// lossHeat draws what genes earn against each opponent.
func lossHeat(s cutSet) *figure.Heat {
	h := &figure.Heat{Title: "What each " + s.Of + " earns against each opponent: " + s.Name, Desc: "Points lost without it."}
	most := greatest(s.Cuts)
	for _, c := range sorted(s.Cuts) {
		h.Rows = append(h.Rows, c.Genes)
		var cells []figure.HeatCell
		for k, f := range c.Against {
			if len(h.Rows) == 1 {
				h.Columns = append(h.Columns, c.Against[k].Player)
			}
			cells = append(cells, figure.HeatCell{Text: s.Scale.Show(f.Mean), Class: figure.Shift(f.Mean, most)})
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// greatest is the largest loss or gain against an opponent, for the colours.
func greatest(cs []view.Cut) float64 {
	most := 1e-9
	for _, c := range cs {
		for _, f := range c.Against {
			most = max(most, math.Abs(f.Mean))
		}
	}
	return most
}

// shade is the class of a cell of behaviour; empty for what is no share.
func shade(c view.Cell) string {
	if x, ok := c.Shade(); ok {
		return figure.Share(x)
	}
	return ""
}

// behaviour draws a table of a portrait.
func behaviour(p *view.Player, t view.Table) *figure.Heat {
	h := &figure.Heat{Title: p.Name + ": " + t.Title, Desc: "Shares of chances; darker is more often.", Columns: t.Columns[1:]}
	for _, row := range t.Rows {
		h.Rows = append(h.Rows, row[0].Text)
		var cells []figure.HeatCell
		for _, c := range row[1:] {
			x := figure.HeatCell{Text: report.CellText(c.Cell), Class: shade(c)}
			cells = append(cells, x)
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// contour draws what a game earns by two genes: from the least on the map to the most.
func contour(r *view.Run) *figure.Heat {
	c := r.Effects.Contour
	h := &figure.Heat{
		Title: c.One + " (rows) and " + c.Other + " (columns)", Columns: c.Others, Rows: c.Ones,
		Desc: "What a game earns by them in " + r.Scale.Unit + ", by the regression; darker is more.",
	}
	least, most := slices.Min(c.Points[0]), slices.Max(c.Points[0])
	for _, row := range c.Points {
		least, most = min(least, slices.Min(row)), max(most, slices.Max(row))
	}
	for _, row := range c.Points {
		var cells []figure.HeatCell
		for _, x := range row {
			cells = append(cells, figure.HeatCell{Text: r.Scale.Show(x), Class: figure.Share((x - least) / max(most-least, 1e-9))})
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// pairs draws a tournament.
func pairs(t *view.Tournament) *figure.Heat {
	h := &figure.Heat{Title: "Who beats whom", Desc: fmt.Sprintf("Points of the row against the column over %d rounds, strongest first.", t.Rounds)}
	for i, p := range t.Places {
		h.Columns = append(h.Columns, fmt.Sprint(p.Rank))
		h.Rows = append(h.Rows, fmt.Sprintf("%d %s", p.Rank, p.Player))
		var cells []figure.HeatCell
		for j, x := range t.Versus[i] {
			c := figure.HeatCell{}
			if i != j {
				c = figure.HeatCell{Text: beats(x, t.Scale), Class: versus(x, t.Scale)}
			}
			cells = append(cells, c)
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// beats prints points of a pair: wins in whole percent.
func beats(x float64, s engine.Scale) string {
	if s.Percent {
		return fmt.Sprintf("%.0f", 100*x)
	}
	return s.Show(x)
}

// versus colours points of a pair by how far they are from equal.
func versus(x float64, s engine.Scale) string {
	return figure.Shift(x-s.Fair, max(s.High-s.Fair, s.Fair-s.Low))
}

// drifts draws how the genes moved.
func drifts(r *view.Run) *figure.Heat {
	h := &figure.Heat{Title: "How the genes of " + r.Name + " moved", Desc: "Shift from the default in shares of the range, along the champion's line of first parents; the genes that moved most first."}
	for i, g := range r.Drift.Generations {
		name := ""
		if i%5 == 0 {
			name = fmt.Sprint(g)
		}
		h.Columns = append(h.Columns, name)
	}
	for _, s := range r.Drift.Genes {
		h.Rows = append(h.Rows, s.Name)
		var cells []figure.HeatCell
		for _, x := range s.Shifts {
			cells = append(cells, figure.HeatCell{Class: figure.Shift(x, shiftMost)})
		}
		h.Cells = append(h.Cells, cells)
	}
	return h
}

// shiftMost is the shift at which the colours of drift end.
const shiftMost = 0.5

// family draws the pruned ancestry.
func family(r *view.Run) figure.Tree {
	t := figure.Tree{
		Title: "Ancestry of " + r.Champion,
		Desc:  fmt.Sprintf("%d of its %d ancestors on the line of first parents, and the champions that hang on it, oldest first.", len(r.Ancestry.Kept), r.Ancestry.Line),
	}
	for _, a := range r.Ancestry.Kept {
		n := figure.Node{Label: a.ID + ", " + a.Operator, Line: a.OnLine, Note: strings.Join(a.Why, ", ")}
		if a.Joins != "" {
			n.Note += ", from " + a.Joins
		}
		if a.Skipped > 0 {
			n.Note += fmt.Sprintf("; %d generations on", a.Skipped+1)
		}
		n.Strong = slices.Contains(a.Why, view.IsChampion) || slices.Contains(a.Why, view.WasChampion)
		t.Nodes = append(t.Nodes, n)
	}
	return t
}
