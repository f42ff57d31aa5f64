// Package figure draws any series of numbers as SVG: curves, dots, intervals, heat maps and family trees; it knows no
// run and no player. Colours are classes of a style sheet ([Style]), so that the same figure is light and dark; every
// figure has a title and a description for screen readers. Equal data give equal bytes.
//
// Note: gonum/plot writes its colours and fonts into every element of an SVG, so a page could not have it in a dark
// theme, or at two widths with text of one size.
package figure

import (
	_ "embed"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

type canvas struct {
	strings.Builder
	width, height float64
}

// num writes a coordinate as short as a tenth of a pixel allows.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64) // + 0 makes -0 a 0
}

func (c *canvas) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(c, `<line class="%s" x1="%s" y1="%s" x2="%s" y2="%s"/>`, class, num(x1), num(y1), num(x2), num(y2))
}

func (c *canvas) dot(class string, x, y, r float64) {
	fmt.Fprintf(c, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`, class, num(x), num(y), num(r))
}

// text writes a label; anchor is start, middle or end.
func (c *canvas) text(class, anchor string, x, y float64, s string) {
	fmt.Fprintf(c, `<text class="%s" text-anchor="%s" x="%s" y="%s">%s</text>`, class, anchor, num(x), num(y), html.EscapeString(s))
}

func (c *canvas) path(class string, xs, ys []float64) {
	fmt.Fprintf(c, `<polyline class="%s" points="%s"/>`, class, points(xs, ys))
}

func points(xs, ys []float64) string {
	var all []string
	for i, x := range xs {
		all = append(all, num(x)+","+num(ys[i]))
	}
	return strings.Join(all, " ")
}

// close wraps the elements into an svg element with its names.
func (c *canvas) close(kind, title, desc string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" class="figure %s" role="img" viewBox="0 0 %s %s" width="%s" height="%s"><title>%s</title><desc>%s</desc>%s</svg>`,
		kind, num(c.width), num(c.height), num(c.width), num(c.height), html.EscapeString(title), html.EscapeString(desc), c.String())
}

// FileMark stands at the beginning of a figure's file.
const FileMark = "<!-- drawn by bloodline -->"

// File returns a figure as a file of its own, with its style inside.
func File(svg string) []byte {
	end := strings.Index(svg, ">") + 1
	background := `<rect class="paper" width="100%" height="100%"/>`
	return []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + FileMark + "\n" + svg[:end] + "<style>" + Style + "</style>" + background + svg[end:] + "\n")
}

// fit shortens a label to about so many pixels of the small font.
func fit(s string, width float64) string {
	most := int(width / glyph)
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:max(most-1, 1)]) + "…"
}

const glyph = 6.6 // the mean width of a letter of the small font, in pixels

// ticks returns round numbers from low to high, some n of them.
func ticks(low, high float64, n int) (at []float64) {
	if !(high > low) {
		return []float64{low}
	}
	raw := (high - low) / float64(max(n, 1))
	step := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5, 10} {
		if step*m >= raw {
			step *= m
			break
		}
	}
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		at = append(at, k*step+0) // + 0 makes -0 a 0
	}
	return at
}

// Style is the style sheet of the figures, in a light and a dark theme.
//
//go:embed figures.css
var Style string

// Share returns the class of a share in [0, 1]: s0 to s10.
func Share(x float64) string { return fmt.Sprintf("s%d", step(x)) }

// Shift returns the class of a number in [-most, most] whose middle is 0: d0 to d10.
func Shift(x, most float64) string { return fmt.Sprintf("d%d", step(0.5+x/most/2)) }

func step(x float64) int {
	if math.IsNaN(x) {
		return 0
	}
	return int(math.Round(min(max(x, 0), 1) * 10))
}

func mapped(xs []float64, at func(float64) float64) (out []float64) {
	for _, x := range xs {
		out = append(out, at(x))
	}
	return out
}
