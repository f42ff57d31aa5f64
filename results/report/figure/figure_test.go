package figure_test

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
			Title: hostile, Desc: hostile, X: hostile, Y: hostile, Show: show, ShowX: show, Marks: x, MarkLabel: hostile, Labels: map[string]string{"good": hostile},
			Curves: []figure.Curve{{Label: hostile, Class: "a", X: x, Y: []float64{1, math.Pi, 2}, Low: x, High: x}},
			Spots:  []figure.Spot{{X: 1, Y: 1, Class: "good"}}, Rules: []figure.Rule{{Y: 3, Label: hostile}},
		}.SVG(width),
		"empty plot": figure.Plot{Show: show, ShowX: show}.SVG(width),
		"one point":  figure.Plot{Show: show, ShowX: show, Curves: []figure.Curve{{Class: "a", X: x[:1], Y: x[:1]}}}.SVG(width),
		"forest": figure.Forest{
			Title: hostile, Unit: hostile, High: 1, Show: show, Axis: show,
			Rows: []figure.Row{{Label: hostile, Intervals: []figure.Interval{{Mean: 0.5, Low: 0.1, High: 0.9, Class: "a"}}}, {Label: hostile, Head: true}},
		}.SVG(width),
		"heat":  figure.Heat{Title: hostile, Columns: []string{hostile}, Rows: []string{hostile}, Cells: [][]figure.HeatCell{{{Text: hostile, Class: "s3"}}}}.SVG(width),
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

// The colours that text is written in can be read on every colour that it is written
// on: 4.5 is what WCAG 2.2 asks of text, 3 of what is drawn.
func TestTheme(t *testing.T) {
	for name, theme := range map[string]figure.Theme{"light": figure.Light, "dark": figure.Dark} {
		for _, scale := range []byte("sd") {
			for i := range figure.Steps {
				if c := figure.Contrast(theme.Heat(scale, i)); c < 4.5 {
					t.Errorf("%s: %c%d has contrast %.2f", name, scale, i, c)
				}
			}
		}
		for _, paper := range []string{"paper", "card"} {
			for ink, least := range map[string]float64{"ink": 4.5, "quiet": 4.5, "a": 4.5, "b": 3, "c": 3, "d": 3, "good": 3, "bad": 3} {
				if c := figure.Contrast(theme.Names[ink], theme.Names[paper]); c < least {
					t.Errorf("%s: %s on %s has contrast %.2f", name, ink, paper, c)
				}
			}
		}
	}
	// The example of WCAG 2.2: #777777 on white is 4.48.
	if c := figure.Contrast(figure.Colour{119, 119, 119}, figure.Colour{255, 255, 255}); math.Abs(c-4.48) > 0.005 {
		t.Errorf("contrast of #777777 on white is %.3f", c)
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
