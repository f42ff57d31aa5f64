package page_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"bloodline/results/report/figure"
)

const hostile = `"><script>alert(1)</script>&`

func show(x float64) string { return hostile }

// figures draws one of each kind, with names that would be markup.
func figures(width float64) map[string]string {
	x := []float64{0, 1, 2}
	return map[string]string{
		"plot": figure.Plot{
			Title: hostile, Desc: hostile, X: hostile, Y: hostile, Show: show, ShowX: show, Marks: x, MarkLabel: hostile,
			Curves: []figure.Curve{{Label: hostile, Class: "a", X: x, Y: []float64{1, math.Pi, 2}, Low: x, High: x}},
			Spots:  []figure.Spot{{X: 1, Y: 1, Class: "good"}}, Rules: []float64{3}, RuleLabel: hostile,
		}.SVG(width),
		"empty plot": figure.Plot{Show: show, ShowX: show}.SVG(width),
		"one point":  figure.Plot{Show: show, ShowX: show, Curves: []figure.Curve{{Class: "a", X: x[:1], Y: x[:1]}}}.SVG(width),
		"forest": figure.Forest{
			Title: hostile, Unit: hostile, High: 1, Show: show, Axis: show,
			Rows: []figure.Row{{Label: hostile, Intervals: []figure.Interval{{Mean: 0.5, Low: 0.1, High: 0.9, Class: "a"}}}, {Label: hostile, Head: true}},
		}.SVG(width),
		"tree":  figure.Tree{Title: hostile, Nodes: []figure.Node{{Label: hostile, Note: hostile, Line: true}, {Label: hostile, Strong: true}}}.SVG(width),
		"bar":   figure.Bar(figure.Interval{Mean: 0.5, Low: -3, High: 4}, 0, 1, 0.25),
		"strip": figure.Strip([]string{"d1", "d9"}),
		"spark": figure.Spark(x),
	}
}

// Every figure is XML with valid numbers only, whatever the names; the same data
// give the same bytes; a file of it has its style inside.
func TestSVG(t *testing.T) {
	again := figures(340)
	for name, svg := range figures(340) {
		if svg != again[name] {
			t.Errorf("%s is not the same again", name)
		}
		for _, text := range []string{svg, string(figure.File(svg))} {
			for d := xml.NewDecoder(strings.NewReader(text)); ; {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v\n%s", name, err, text)
				}
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
					t.Errorf("%s has a script", name)
				}
			}
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, `"-0"`) {
				t.Errorf("%s: %s", name, text)
			}
		}
	}
}

func TestShare(t *testing.T) {
	for x, want := range map[float64]string{-1: "s0", 0: "s0", 0.04: "s0", 0.06: "s1", 0.5: "s5", 1: "s10", 7: "s10"} {
		if got := figure.Share(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{-9: "d0", -2: "d0", 0: "d5", 1: "d8", 2: "d10", math.NaN(): "d0"} {
		if got := figure.Shift(x, 2); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// Every line that has a name is in the legend: curves, rules and marks.
func TestPlot_legend(t *testing.T) {
	number := func(float64) string { return "" }
	svg := figure.Plot{
		Show: number, ShowX: number, Rules: []float64{1}, RuleLabel: "your defaults", Marks: []float64{2}, MarkLabel: "a mark",
		Curves: []figure.Curve{{Label: "a curve", Class: "a", X: []float64{0, 3}, Y: []float64{0, 2}}},
	}.SVG(900)
	legend, _, _ := strings.Cut(svg, `class="grid"`)
	for _, name := range []string{"your defaults", "a mark", "a curve"} {
		if !strings.Contains(legend, ">"+name+"</text>") {
			t.Errorf("the legend has no %q:\n%s", name, legend)
		}
	}
}
