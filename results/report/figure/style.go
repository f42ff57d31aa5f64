package figure

import (
	"fmt"
	"math"
	"strings"
)

// Steps is how many colours a scale of a heat map has: classes s0 to s10 for shares,
// d0 to d10 for what has a middle.
const Steps = 11

// Share returns the class of a share in [0, 1].
func Share(x float64) string { return fmt.Sprintf("s%d", step(x)) }

// Shift returns the class of a number in [-most, most] whose middle is 0.
func Shift(x, most float64) string { return fmt.Sprintf("d%d", step(0.5+x/most/2)) }

func step(x float64) int {
	if math.IsNaN(x) {
		return 0
	}
	return int(math.Round(min(max(x, 0), 1) * (Steps - 1)))
}

// Colour is a colour in sRGB.
type Colour [3]float64

func (c Colour) String() string {
	return fmt.Sprintf("#%02x%02x%02x", int(math.Round(c[0])), int(math.Round(c[1])), int(math.Round(c[2])))
}

// Contrast returns the contrast ratio of two colours, from 1 to 21 (WCAG 2.2).
func Contrast(a, b Colour) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func (c Colour) luminance() float64 {
	at := func(x float64) float64 {
		if x /= 255; x <= 0.04045 {
			return x / 12.92
		} else {
			return math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*at(c[0]) + 0.7152*at(c[1]) + 0.0722*at(c[2])
}

func mix(a, b Colour, t float64) (c Colour) {
	for i := range c {
		c[i] = a[i] + t*(b[i]-a[i])
	}
	return c
}

func hex(s string) (c Colour) {
	var r, g, b int
	if _, err := fmt.Sscanf(s, "#%02x%02x%02x", &r, &g, &b); err != nil {
		panic("figure: colour " + s)
	}
	return Colour{float64(r), float64(g), float64(b)}
}

// Theme is a set of colours by name.
type Theme struct {
	Names  map[string]Colour // paper, ink, quiet, rule, a to d, good, bad
	shares [2]Colour         // ends of the scale of shares
	shifts [3]Colour         // low, middle and high
}

// Light and Dark are the themes of pages and figures.
var (
	Light = Theme{
		Names: map[string]Colour{
			"paper": hex("#ffffff"), "card": hex("#f5f7f9"), "ink": hex("#1b1f24"), "quiet": hex("#57606a"), "rule": hex("#d0d7de"),
			"a": hex("#0b5cad"), "b": hex("#a04d00"), "c": hex("#3f6b12"), "d": hex("#7a3e9d"), "good": hex("#176f35"), "bad": hex("#b42318"),
		},
		shares: [2]Colour{hex("#f1f5fa"), hex("#0b4a8f")},
		shifts: [3]Colour{hex("#a63a12"), hex("#f3f4f6"), hex("#0b4a8f")},
	}
	Dark = Theme{
		Names: map[string]Colour{
			"paper": hex("#0f1419"), "card": hex("#171d24"), "ink": hex("#e6edf3"), "quiet": hex("#9da7b3"), "rule": hex("#353d47"),
			"a": hex("#6cb6ff"), "b": hex("#f0a35e"), "c": hex("#9ed36a"), "d": hex("#c79bf2"), "good": hex("#57d57a"), "bad": hex("#ff9284"),
		},
		shares: [2]Colour{hex("#1a222c"), hex("#a8d4ff")},
		shifts: [3]Colour{hex("#ff9b6b"), hex("#232a33"), hex("#a8d4ff")},
	}
)

// Heat returns the background and the text colour of a class of a scale.
func (t Theme) Heat(scale byte, i int) (paper, ink Colour) {
	x := float64(i) / (Steps - 1)
	switch {
	case scale == 's':
		paper = mix(t.shares[0], t.shares[1], x)
	case x < 0.5:
		paper = mix(t.shifts[0], t.shifts[1], 2*x)
	default:
		paper = mix(t.shifts[1], t.shifts[2], 2*x-1)
	}
	black, white := hex("#000000"), hex("#ffffff")
	if Contrast(paper, black) > Contrast(paper, white) {
		return paper, black
	}
	return paper, white
}

// order makes the style sheet the same every time.
var order = []string{"paper", "card", "ink", "quiet", "rule", "a", "b", "c", "d", "good", "bad"}

func (t Theme) variables() string {
	var b strings.Builder
	for _, name := range order {
		fmt.Fprintf(&b, "--%s:%s;", name, t.Names[name])
	}
	for _, scale := range []byte("sd") {
		for i := range Steps {
			paper, ink := t.Heat(scale, i)
			fmt.Fprintf(&b, "--%c%d:%s;--%c%di:%s;", scale, i, paper, scale, i, ink)
		}
	}
	return b.String()
}

// Style returns the style sheet of the figures, in both themes.
func Style() string { return style }

var style = func() string {
	var b strings.Builder
	fmt.Fprintf(&b, ":root{color-scheme:light dark;%s}\n", Light.variables())
	fmt.Fprintf(&b, "@media (prefers-color-scheme:dark){:root{%s}}\n", Dark.variables())
	fmt.Fprintf(&b, "@media print{:root{color-scheme:light;%s}}\n", Light.variables())
	b.WriteString(shapes)
	for _, scale := range []byte("sd") {
		for i := range Steps {
			fmt.Fprintf(&b, ".%[1]c%[2]d{background:var(--%[1]c%[2]d);color:var(--%[1]c%[2]di);fill:var(--%[1]c%[2]d)}.figure text.%[1]c%[2]d{fill:var(--%[1]c%[2]di)}\n", scale, i)
		}
	}
	return b.String()
}()

const shapes = `.figure{font:12px system-ui,sans-serif;display:block;max-width:100%;height:auto}
.figure text{fill:var(--ink)}.figure text.q{fill:var(--quiet)}.figure text.h{font-weight:600}
.figure .paper{fill:var(--paper)}
.figure .grid{stroke:var(--rule);stroke-width:1}.figure .mark{stroke:var(--quiet);stroke-width:1;stroke-dasharray:2 3}.figure .title{stroke:var(--quiet);stroke-opacity:.45;stroke-width:1}
.figure polyline{fill:none;stroke-width:1.8;stroke-linejoin:round}
.figure .a{stroke:var(--a)}.figure .b{stroke:var(--b);stroke-dasharray:6 3}.figure .c{stroke:var(--c);stroke-dasharray:2 2}.figure .d{stroke:var(--d);stroke-dasharray:9 3 2 3}.figure .e{stroke:var(--quiet);stroke-dasharray:1 3}
.figure .band{stroke:none;fill-opacity:.22}.figure .band-a{fill:var(--a)}.figure .band-b{fill:var(--b)}.figure .band-c{fill:var(--c)}.figure .band-d{fill:var(--d)}.figure .band-e{fill:var(--quiet)}
.figure .dota{fill:var(--a);stroke:var(--paper)}.figure .dotb{fill:var(--b);stroke:var(--paper)}
.figure .good{fill:var(--good);stroke:var(--good)}.figure .bad{fill:var(--paper);stroke:var(--bad)}.figure .ring{fill:var(--paper);stroke:var(--a);stroke-width:1.5}
.figure .ia{stroke:var(--a);stroke-width:2}.figure .ib{stroke:var(--b);stroke-width:2}
.figure .tie{stroke:var(--quiet);stroke-width:1.2;fill:none}.figure .box{fill:var(--card);stroke:var(--rule)}
`
