package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/portrait"
	"bloodline/engine"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// chart is a figure of pages, and a file of its own.
type chart[T any] struct {
	name  string
	width float64         // of the file, in pixels; 0: none
	draw  func(T) drawing // nil where there is nothing to draw
}

type drawing interface{ SVG(width float64) string }

var runCharts = []chart[*view.RunData]{
	{"fitness", wide, CurveOptions{}.draw},
	{"islands", wide, islands},
	{"exploiters", wide, exploiters},
	{"ancestry", 420, family},
}

// playerCharts are of a player, or of two beside each other.
var playerCharts = []chart[[]*report.Profile]{
	{"opponents", wide, opponents},
	{"gains", wide, gains},
	{"groups", wide, func(ps []*report.Profile) drawing { return losses(ps[0], "group", ps[0].GroupAblation) }},
	{"genes", wide, func(ps []*report.Profile) drawing { return losses(ps[0], "gene", ps[0].GeneAblation) }},
}

func chartOf[T any](charts []chart[T], name string, of T) drawing {
	return charts[slices.IndexFunc(charts, func(c chart[T]) bool { return c.name == name })].draw(of)
}

// chartHTML draws a chart for a wide screen, for a small one and for a phone; the style sheet shows one of them.
func chartHTML(d drawing, widest float64) template.HTML {
	series := "" // what the script reads its values from
	switch d := d.(type) {
	case nil:
		return ""
	case figure.Plot:
		series = ` data-plot="` + template.HTMLEscapeString(d.Series()) + `"`
	}
	return template.HTML(`<div class="drawn"` + series + `><div class="full">` + d.SVG(widest) + `</div><div class="wide">` + d.SVG(wide) + `</div><div class="narrow">` + d.SVG(narrow) + `</div></div>`)
}

// CurveOptions is how the generations of a run are drawn: over generations, games or time.
type CurveOptions struct {
	Axis   string // games or time; generations otherwise
	Smooth bool
}

func (c CurveOptions) draw(r *view.RunData) drawing {
	const mostMarks = 12 // how many new champions are drawn as lines; lines for more would hide the curve
	if len(r.Trace) == 0 {
		return nil
	}
	p := plot(r.Scale, "Fitness by generation of "+r.Name, "generation")
	at := func(t view.Point) float64 { return float64(t.To) }
	switch c.Axis {
	case "games":
		p.X, p.ShowX, at = "games", func(x float64) string { return short(int64(x)) }, func(t view.Point) float64 { return float64(t.Games) }
	case "time":
		p.X, at = "seconds", func(t view.Point) float64 { return t.Seconds }
	}
	var x, best, mean, low, high, champion, championLow, championHigh []float64
	joined := 0
	for k, t := range r.Trace {
		x, mean = append(x, at(t)), append(mean, t.Mean)
		bestSoFar := t.Best
		before := joined
		for joined < len(r.ExploitersJoined) && r.ExploitersJoined[joined] <= t.To {
			p.Marks, p.MarkLabel, joined = append(p.Marks, at(t)), "an exploiter joins", joined+1
		}
		if k > 0 && joined == before { // the best of before met easier opponents
			bestSoFar = max(bestSoFar, best[k-1])
		}
		best = append(best, bestSoFar)
		low, high = append(low, t.Mean-t.SD), append(high, t.Mean+t.SD)
		champion = append(champion, t.ChampionMean)
		championLow, championHigh = append(championLow, t.ChampionLow), append(championHigh, t.ChampionHigh)
		began := func(c view.NewChampion) bool { return t.From <= c.Generation && c.Generation <= t.To }
		if len(r.ExploitersJoined) == 0 && len(r.Champions) <= mostMarks && slices.ContainsFunc(r.Champions, began) {
			p.Marks, p.MarkLabel = append(p.Marks, at(t)), "new champion"
		}
	}
	if c.Smooth {
		for _, ys := range []*[]float64{&mean, &low, &high, &champion, &championLow, &championHigh} {
			*ys = smooth(*ys)
		}
	}
	p.Curves = []figure.Curve{
		{Label: "mean, and one standard deviation around it", Class: "c", X: x, Y: mean, Low: low, High: high},
		{Label: "best estimate so far", Class: "b", X: x, Y: best},
		{Label: "champion, 95 % interval", Class: "a", X: x, Y: champion, Low: championLow, High: championHigh},
	}
	last := r.Trace[len(r.Trace)-1]
	p.Desc = fmt.Sprintf("%s; the champion ends at %s (%s), the mean at %s. The table below has the numbers.",
		report.Plural(r.Bred(), "generation"), r.Scale.Show(last.ChampionMean), r.Scale.Span(last.ChampionLow, last.ChampionHigh), r.Scale.Show(last.Mean))
	return p
}

// smooth is the mean of a twentieth of the points around each.
func smooth(ys []float64) []float64 {
	out := make([]float64, len(ys))
	for i := range ys {
		part := ys[max(0, i-len(ys)/40):min(len(ys), i+len(ys)/40+1)]
		for _, y := range part {
			out[i] += y / float64(len(part))
		}
	}
	return out
}

func overlay(rs []*view.RunData) drawing {
	p := plot(rs[0].Scale, "Champions by generation", "generation")
	p.Desc = "The champion's fitness as selection saw it, a line for each run."
	for i, r := range rs {
		p.Curves = append(p.Curves, figure.Curve{
			Label: r.Name, Class: string(rune('a' + i%5)),
			X: report.Map(r.Trace, func(t view.Point) float64 { return float64(t.To) }),
			Y: report.Map(r.Trace, func(t view.Point) float64 { return t.ChampionMean }),
		})
	}
	return p
}

// plot is a plot of points over whole numbers, which are multiplied by a factor where they are shown.
func plot(s engine.Scale, title, x string) figure.Plot {
	p := figure.Plot{Title: title, X: x, Y: s.Unit, Show: showAxis(s), ShowX: wholeNumber}
	if s.Percent {
		p.Factor = 100
	}
	return p
}

func exploiters(r *view.RunData) drawing {
	n := len(r.Exploiters)
	if n == 0 {
		return nil
	}
	p := plot(r.Scale, "What exploiters win of the champion of "+r.Name, "round")
	p.Rules, p.RuleLabel = []float64{r.Scale.Fair}, "equal players"
	var x, share, most []float64
	for _, e := range r.Exploiters {
		x, share, most = append(x, float64(e.Round)), append(share, e.Share), append(most, e.RoundBest)
	}
	p.Curves = []figure.Curve{
		{Label: "the round's own exploiter", Class: "a", X: x, Y: share},
		{Label: "the strongest of all exploiters", Class: "b", X: x, Y: most},
	}
	p.Desc = fmt.Sprintf("%d rounds; the strongest exploiter of the last won %s.", n, r.Scale.Show(r.Exploiters[n-1].RoundBest))
	return p
}

func islands(r *view.RunData) drawing {
	p := plot(r.Scale, "Islands of "+r.Name, "generation")
	for i, island := range r.Islands {
		end, _, _ := strings.Cut(island.End, ",")
		c := figure.Curve{Label: fmt.Sprintf("island %d: %s", island.Number, end), Class: string(rune('a' + i%5)), Y: island.Means}
		c.Number = island.Number
		c.X = report.Map(island.Generations, func(g int) float64 { return float64(g) })
		p.Curves = append(p.Curves, c)
	}
	p.Desc = fmt.Sprintf("%d islands; the table below says what became of each.", len(r.Islands))
	return p
}

func wholeNumber(x float64) string { return report.Count(int64(math.Round(x))) }

func decimal(y float64) string {
	if math.Abs(y) >= 1000 {
		return wholeNumber(y)
	}
	return strconv.FormatFloat(math.Round(y*100)/100+0, 'f', -1, 64)
}

// showAxis is shorter than what tables show.
func showAxis(s engine.Scale) func(float64) string {
	if s.Percent {
		return func(y float64) string { return decimal(100 * y) }
	}
	return decimal
}

// opponents draws one player's figures, or two side by side.
func opponents(ps []*report.Profile) drawing {
	a := ps[0]
	if a.Field == nil && a.Evidence == nil {
		return nil
	}
	p := &figure.Forest{Title: "Points against each opponent: " + a.Name, Unit: a.Scale.Unit, Fair: a.Scale.Fair, Show: a.Scale.Show, Axis: showAxis(a.Scale)}
	all := report.Map(ps, (*report.Profile).Results)
	if report.Shared(all[0].Against) {
		p.Title = "Points in games with each opponent: " + a.Name
	}
	if len(ps) > 1 {
		p.Title += " (solid) and " + ps[1].Name
	}
	row := func(opponent string, head bool, of func(report.Results) []champion.OpponentFigure) {
		r := figure.Row{Label: opponent, Head: head}
		for i, each := range all {
			for _, f := range of(each) {
				if f.Opponent == opponent && len(r.Intervals) <= i { // strangers may be among the opponents and beside them
					r.Intervals = append(r.Intervals, figure.Interval{Mean: f.Mean, Low: f.Low, High: f.High, Class: "ab"[i : i+1]})
				}
			}
		}
		p.Rows = append(p.Rows, r)
	}
	played := func(r report.Results) []champion.OpponentFigure {
		return append([]champion.OpponentFigure{r.Field}, r.Against...)
	}
	own := all[0]
	for _, f := range own.Against {
		row(f.Opponent, false, played)
	}
	row(own.Field.Opponent, true, played)
	unmet := func(r report.Results) []champion.OpponentFigure { return slices.Concat(r.Holdout, r.Drawn) }
	if len(unmet(own)) > 0 {
		p.Rows = append(p.Rows, figure.Row{Label: "held out", Head: true})
		for _, f := range unmet(own) {
			row(f.Opponent, false, unmet)
		}
	}
	p.Desc = fmt.Sprintf("%s; mean %s %s.", report.Plural(len(own.Against)+len(unmet(own)), "opponent"), a.Scale.Show(own.Field.Mean), a.Scale.Unit)
	if a.Alone() { // where no points are those of equal players
		p.Fair = p.Rows[0].Intervals[0].Mean
		p.Title, p.Desc = "Points: "+a.Name, fmt.Sprintf("Mean %s %s.", a.Scale.Show(own.Field.Mean), a.Scale.Unit)
	}
	p.Range()
	return p
}

// ladderVersions draws the ratings of the bots of a ladder in the order in which they were added, with commit and note.
func ladderVersions(p *report.LadderPage) drawing {
	bots := slices.Clone(p.Bots)
	slices.SortStableFunc(bots, func(a, b report.LadderBot) int { return a.Added.Compare(b.Added) })
	return eloForest("Elo over versions", bots, func(b report.LadderBot) string {
		return strings.Join(strings.Fields(fmt.Sprintf("%s %.7s %s", b.Name, b.Revision, b.Note)), " ")
	})
}

func eloForest(title string, bots []report.LadderBot, label func(report.LadderBot) string) drawing {
	show := func(x float64) string { return fmt.Sprintf("%.0f", x) }
	f := &figure.Forest{Title: title, Unit: "Elo", Show: show, Axis: show}
	for _, b := range bots {
		if x := b.Rating; x != nil {
			f.Rows = append(f.Rows, row(label(b), x.Elo, x.Low, x.High))
		}
	}
	if len(f.Rows) == 0 {
		return nil
	}
	f.Desc = fmt.Sprintf("%s; 0 is the mean of the active ones.", report.Plural(len(f.Rows), "bot"))
	f.Range()
	return f
}

func losses(p *report.Profile, noun string, cuts []report.Cut) drawing {
	about := noun + "s, each set to its default; the largest loss first."
	return forest(p.Scale, "What each "+noun+" earns: "+p.Name, "lost without it", about,
		report.Map(sortByLoss(cuts), func(c report.Cut) figure.Row { return row(c.Genes, c.Loss, c.Low, c.High) }))
}

// gains draws what the values of a champion of a contest gain, the largest first.
func gains(ps []*report.Profile) drawing {
	p := ps[0]
	all := slices.DeleteFunc(slices.Clone(p.Gains), func(g champion.Gain) bool { return g.Gain == nil })
	slices.SortStableFunc(all, func(a, b champion.Gain) int { return cmp.Compare(b.Gain.Mean, a.Gain.Mean) })
	about := "values, each compared with its default on the same deals; the largest gain first."
	return forest(p.Scale, "What each value of "+p.Name+" gains", "more than without it", about,
		report.Map(all, func(g champion.Gain) figure.Row {
			return row(report.GainName(p.Genes, p.Gains, g), g.Gain.Mean, g.Gain.Low, g.Gain.High)
		}))
}

func row(label string, mean, low, high float64) figure.Row {
	return figure.Row{Label: label, Intervals: []figure.Interval{{Mean: mean, Low: low, High: high, Class: "a"}}}
}

// forest draws rows of what something is worth: what is of the points, and about of the rows.
func forest(s engine.Scale, title, what, about string, rows []figure.Row) drawing {
	if len(rows) == 0 {
		return nil
	}
	f := &figure.Forest{Title: title, Unit: s.Unit + " " + what, Rows: rows, Show: s.Show, Axis: showAxis(s)}
	f.Desc = fmt.Sprint(len(rows), " ", about)
	f.Range()
	return f
}

func sortByLoss(cs []report.Cut) []report.Cut {
	cs = slices.Clone(cs)
	slices.SortStableFunc(cs, func(a, b report.Cut) int { return cmp.Compare(b.Loss, a.Loss) })
	return cs
}

// largestLoss is the largest loss or gain against an opponent, for the colours.
func largestLoss(cs []report.Cut) float64 {
	most := 1e-9
	for _, c := range cs {
		for _, f := range c.Against {
			most = max(most, math.Abs(f.Mean))
		}
	}
	return most
}

// shade is the class of a cell of behaviour; empty unless the cell is a share.
func shade(c portrait.Cell) string {
	if c.Kind == portrait.IsShare && c.Reliable() {
		return figure.Share(c.Ratio())
	}
	return ""
}

func family(r *view.RunData) drawing {
	off := func(a view.Ancestor) bool { return !a.OnLine }
	if a := r.Ancestry; a == nil || len(a.Ancestors) <= 2 && !slices.ContainsFunc(a.Ancestors, off) { // a sentence says it
		return nil
	}
	t := figure.Tree{
		Title: "Ancestry of " + r.Champion,
		Desc: fmt.Sprintf("%d of its %d ancestors on the line of first parents, and the champions that hang on it, oldest first.",
			len(r.Ancestry.Ancestors), r.Ancestry.LineLength),
	}
	for _, a := range r.Ancestry.Ancestors {
		n := figure.Node{Label: a.ID + ", " + a.Operator, Line: a.OnLine, Note: strings.Join(a.Why, ", ")}
		if a.Joins != "" {
			n.Note += ", from " + a.Joins
		}
		if a.Skipped > 0 {
			n.Note += fmt.Sprintf("; %s on", report.Plural(a.Skipped+1, "generation"))
		}
		n.Strong = slices.Contains(a.Why, view.IsChampion) || slices.Contains(a.Why, view.WasChampion)
		t.Nodes = append(t.Nodes, n)
	}
	return t
}

// curvePlots draws a small plot of a player's curve for each gene, all on one scale; the gene that changes most first.
func curvePlots(p *report.Profile) (out []template.HTML) {
	spread := func(c report.Curve) float64 {
		means := report.Map(c.Points, func(p report.CurvePoint) float64 { return p.Points.Mean })
		return slices.Max(means) - slices.Min(means)
	}
	v := *p
	v.Curves = new(*p.Curves)
	v.Curves.Curves = slices.SortedStableFunc(slices.Values(p.Curves.Curves), func(a, b report.Curve) int { return cmp.Compare(spread(b), spread(a)) })
	for i := range v.Curves.Curves {
		out = append(out, template.HTML(`<div class="drawn">`+curvePlot(&v, i).SVG(narrow)+`</div>`))
	}
	return out
}

// curvePlot draws a gene: a number as a line with a band, the words of a choice as intervals side by side.
func curvePlot(v *report.Profile, i int) figure.Plot {
	c, own := v.Curves.Curves[i], v.Curves.Unchanged
	p := plot(v.Scale, "What "+v.Name+" scores with other values of "+c.Gene, c.Gene)
	p.Desc = fmt.Sprintf("%s of %s over the range of %s, with intervals of 95 %%; as it is %s.",
		v.Scale.Unit, v.Name, c.Gene, report.MeanInterval(v.Scale, own))
	p.Rules = []float64{own.Mean}
	const parts = 8.0 // ticks are at whole numbers
	x := func(k int) float64 { return parts * c.Points[k].At }
	p.ShowX = func(at float64) string { return report.ValueOf(c.Of, c.Of.Min+at/parts*(c.Of.Max-c.Of.Min)).Brief() }
	if c.Categorical {
		x = func(k int) float64 { return float64(k) }
		p.ShowX = func(at float64) string {
			if k := int(math.Round(at)); k >= 0 && k < len(c.Points) {
				return c.Points[k].Value.Brief()
			}
			return ""
		}
	}
	line := figure.Curve{Class: "a"}
	for k, point := range c.Points {
		f, at := point.Points, x(k)
		line.X, line.Y = append(line.X, at), append(line.Y, f.Mean)
		line.Low, line.High = append(line.Low, f.Low), append(line.High, f.High)
		class := "dotq"
		switch {
		case point.Champion:
			class = "good"
		case point.Default:
			class = "bad"
		}
		p.Spots = append(p.Spots, figure.Spot{X: at, Y: f.Mean, Class: class})
		if c.Categorical {
			p.Curves = append(p.Curves, figure.Curve{Class: "a", X: []float64{at, at}, Y: []float64{f.Low, f.High}})
		}
	}
	if !c.Categorical {
		p.Curves = []figure.Curve{line}
	}
	low, high := own.Low, own.High
	for _, c := range v.Curves.Curves {
		for _, point := range c.Points {
			low, high = min(low, point.Points.Low), max(high, point.Points.High)
		}
	}
	for _, y := range []float64{low, high} { // a point that is not drawn gives all plots one scale
		p.Curves = append(p.Curves, figure.Curve{X: []float64{0}, Y: []float64{y}})
	}
	if c.Categorical { // room beside the outer words
		p.Curves = append(p.Curves, figure.Curve{X: []float64{-0.5}, Y: []float64{low}}, figure.Curve{X: []float64{float64(len(c.Points)) - 0.5}, Y: []float64{low}})
	}
	return p
}
