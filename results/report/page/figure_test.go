package page_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
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
			Spots:  []figure.Spot{{X: 1, Y: 1, Class: "good"}}, Rules: []figure.Rule{{Y: 3, Label: hostile}},
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

// The label of a rule stands at the end where it hides neither a curve nor a dot.
func TestPlot_labels(t *testing.T) {
	number := func(float64) string { return "" }
	for _, c := range []struct {
		from, to, spot float64
		want           string
	}{{0, 3, 9.5, "start"}, {6, 10, 0.5, "start"}, {0, 4, 0.5, "end"}} {
		p := figure.Plot{
			Show: number, ShowX: number, Rules: []figure.Rule{{Y: 1, Label: "your defaults"}},
			Curves: []figure.Curve{{Class: "a", X: []float64{c.from, c.to}, Y: []float64{0.98, 1.02}}, {Class: "b", X: []float64{0, 10}, Y: []float64{0, 3}}},
		}
		if c.spot > c.to {
			p.Curves[0].Y = []float64{2.9, 2.9}
			p.Spots = []figure.Spot{{X: c.spot, Y: 1.05, Class: "good"}, {X: c.spot, Y: 0.95, Class: "good"}}
		}
		if svg := p.SVG(900); !regexp.MustCompile(`text-anchor="` + c.want + `"[^>]*>your defaults<`).MatchString(svg) {
			t.Errorf("%+v: the label hides something", c)
		}
	}
}
