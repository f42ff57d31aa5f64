package page

import (
	"cmp"
	"fmt"
	"html/template"
	"math"
	"slices"

	"bloodline/engine/stats"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// progress draws the guessed points of the champion so far against the games played.
func progress(r *view.RunData) drawing {
	if r.Trials == nil {
		return nil
	}
	t := r.Trials
	defaults, label := t.Defaults, "your defaults, guessed"
	if f := t.UnseenDefaults; f != nil {
		defaults, label = f.Mean, "your defaults, measured"
	}
	p := plot(r.Scale, "The champion of "+r.Name+" by the games played", "games")
	p.Rules = []figure.Rule{{Y: defaults, Label: label}}
	c := figure.Curve{Label: "champion, guessed by a model of all games", Class: "a"}
	for _, s := range t.Progress {
		c.X, c.Y = append(c.X, float64(s.Games)), append(c.Y, s.Guess)
	}
	p.Curves = []figure.Curve{c}
	last := t.Progress[len(t.Progress)-1]
	p.Desc = fmt.Sprintf("After %s games a model guesses %s for the champion; %s have %s.", report.Count(last.Games), r.Scale.Show(last.Guess), label, r.Scale.Show(defaults))
	p.Labels = map[string]string{}
	if f := t.PlayOff; f != nil {
		p.Labels["dotb"] = "champion in the play-off"
		p.Spots = append(p.Spots, figure.Spot{X: float64(last.Games), Y: f.Points, Class: "dotb"})
	}
	unseen := func(f *stats.Figure, class, label string, right float64) {
		if f == nil {
			return
		}
		p.Labels[class] = label + " on unseen games, 95 % interval"
		at := float64(last.Games) * right
		p.Curves = append(p.Curves, figure.Curve{Class: "e", X: []float64{at, at}, Y: []float64{f.Low, f.High}})
		p.Spots = append(p.Spots, figure.Spot{X: at, Y: f.Mean, Class: class})
	}
	unseen(t.Unseen, "good", "champion", 1.03)
	unseen(t.UnseenDefaults, "bad", "your defaults", 1.06)
	return p
}

// parallel draws every setting as a line through its guess and its values.
func parallel(r *view.RunData) drawing {
	if r.Trials == nil {
		return nil
	}
	t := r.Trials
	low, high := t.Trials[len(t.Trials)-1].Guess, t.Trials[0].Guess
	width := max(high-low, 1e-9)
	p := figure.Parallel{Title: "All settings of " + r.Name, Axes: []figure.Axis{{Name: r.Scale.Unit}}}
	p.Desc = fmt.Sprintf("%s settings, a line each; the stronger the line, the better the guess. The table has the numbers.",
		report.Count(len(t.Trials)))
	for k, guess := range []float64{low, (low + high) / 2, high} {
		p.Axes[0].Ticks = append(p.Axes[0].Ticks, figure.Tick{At: float64(k) / 2, Label: r.Scale.Show(guess)})
	}
	p.Axes = append(p.Axes, report.Map(t.Slices, func(s report.Slice) figure.Axis { return figure.Axis{Name: s.Gene, Ticks: ticksOf(s)} })...)
	var champion []figure.Way
	for k, x := range slices.Backward(t.Trials) {
		better := 1 - float64(k)/float64(len(t.Trials)) // than this share of the settings
		way := figure.Way{At: append([]float64{(x.Guess - low) / width}, x.At...), Strong: better * better * better * 0.7, Class: "a"}
		if x.Champion {
			way.Strong, way.Class = 1, "best"
			champion = append(champion, way)
			continue
		}
		p.Ways = append(p.Ways, way)
	}
	p.Ways = append(p.Ways, champion...)
	return p
}

// ticksOf names the ends and the middle of a number, and every choice.
func ticksOf(s report.Slice) (out []figure.Tick) {
	for k, at := range s.At {
		if s.Choices || k == 0 || k == len(s.At)/2 || k == len(s.At)-1 {
			out = append(out, figure.Tick{At: at, Label: s.Values[k]})
		}
	}
	return out
}

// slicesOf draws the model's guess over the range of each gene, with the trials as dots; the gene that changes most
// comes first.
func slicesOf(r *view.RunData) []template.HTML {
	order := make([]int, len(r.Trials.Slices))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Trials.Slices[b].Spread(), r.Trials.Slices[a].Spread()) })
	return report.Map(order, func(i int) template.HTML {
		return template.HTML(`<div class="drawn">` + slicePlot(r, i).SVG(narrow) + `</div>`)
	})
}

// slicePlot draws a gene: a choice has a column of its own.
func slicePlot(r *view.RunData, i int) figure.Plot {
	s := r.Trials.Slices[i]
	p := plot(r.Scale, "What "+s.Gene+" does in "+r.Name, s.Gene)
	p.Desc = fmt.Sprintf("What a game earns over the range of %s as a model guesses it, the other parameters as the champion has them; dots are the settings tried.", s.Gene)
	x := func(at float64) float64 { return 4 * at } // ticks are at whole numbers
	if s.Choices {
		x = func(at float64) float64 { return at*float64(len(s.At)) - 0.5 }
	}
	p.ShowX = func(at float64) string {
		k := slices.IndexFunc(s.At, func(a float64) bool { return math.Abs(x(a)-at) < 1e-6 })
		if k < 0 {
			return ""
		}
		return s.Values[k]
	}
	curve := figure.Curve{Class: "a"}
	for k, y := range s.Guesses {
		c := figure.Curve{Class: "a", X: []float64{x(s.At[k]) - 0.3, x(s.At[k]) + 0.3}, Y: []float64{y, y}}
		if s.Choices {
			p.Curves = append(p.Curves, c)
			continue
		}
		curve.X, curve.Y = append(curve.X, x(s.At[k])), append(curve.Y, y)
	}
	if !s.Choices {
		p.Curves = []figure.Curve{curve}
	}
	for k, t := range r.Trials.Trials {
		if t.Games == 0 {
			continue
		}
		at := x(t.At[i])
		if s.Choices { // side by side, since all have the same value
			at += 0.5 * (float64(k)/float64(len(r.Trials.Trials)) - 0.5)
		}
		p.Spots = append(p.Spots, figure.Spot{X: at, Y: t.Points, Class: "dotq"})
	}
	p.Marks = []float64{x(s.Champion)}
	return p
}
