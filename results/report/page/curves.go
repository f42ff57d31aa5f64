package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"

	"bloodline/results/report"
	"bloodline/results/report/figure"
)

// curvePlots draws what a player scores with other values, a small plot for each gene, all on one scale; the gene that
// changes most comes first.
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
	p.Rules = []figure.Rule{{Y: own.Mean}}
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
