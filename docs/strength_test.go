package docs_test

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bloodline/results/report/figure"
)

var update = flag.Bool("update", false, "draw strength.svg anew")

// The picture of strength by processor time shows what the table below it says.
func TestStrength(t *testing.T) {
	text, err := os.ReadFile("experiments/2026-11.md")
	if err != nil {
		t.Fatal(err)
	}
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
	row := regexp.MustCompile(`(?m)^\| ([\w -]+?) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) to ([\d.]+) \| [\d,]+ \|$`)
	p := figure.Plot{
		Title: "Strength by processor time", Desc: "Champions of Coup by algorithm, means of five seeds with intervals of 95 %.",
		X: "CPU seconds", Y: "win %", Show: number, ShowX: number,
	}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		if n := len(p.Curves); n == 0 || p.Curves[n-1].Label != m[1] {
			p.Curves = append(p.Curves, figure.Curve{Label: m[1], Class: "abcde"[n%5 : n%5+1]})
		}
		k := &p.Curves[len(p.Curves)-1]
		for i, to := range []*[]float64{&k.X, &k.Y, &k.Low, &k.High} {
			x, err := strconv.ParseFloat(m[2+i], 64)
			if err != nil {
				t.Fatal(err)
			}
			*to = append(*to, x)
		}
	}
	last := len(p.Curves) - 1
	if last != 5 || !strings.HasPrefix(p.Curves[last].Label, "best") {
		t.Fatalf("%d curves in the table, want six and the best of N last", last+1)
	}
	best := p.Curves[last].Y
	p.Curves, p.Rules = p.Curves[:last], []figure.Rule{{Y: best[len(best)-1], Label: "best of N"}}
	svg := figure.File(p.SVG(720))
	if *update {
		if err := os.WriteFile("strength.svg", svg, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile("strength.svg")
	if err != nil || !bytes.Equal(have, svg) {
		t.Errorf("strength.svg is not what the table says (%v); draw it anew: go test ./docs -args -update", err)
	}
}
