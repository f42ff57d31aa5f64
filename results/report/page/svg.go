package page

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"bloodline/genome/champion"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// File is a figure as a file.
type File struct {
	Name string
	Data []byte
}

// Figures draws all figures of a report, 680 pixels wide, under names that say what
// they show.
func Figures(r *view.Report) (out []File) {
	taken := map[string]int{}
	add := func(d drawing, width float64, words ...string) {
		if d == nil || width == 0 {
			return
		}
		name := slug(strings.Join(words, "-"))
		if taken[name]++; taken[name] > 1 {
			name += fmt.Sprintf("-%d", taken[name]) // another player of that name
		}
		out = append(out, File{name + ".svg", figure.File(d.SVG(width))})
	}
	for _, run := range r.Runs {
		for _, c := range runCharts {
			add(c.draw(run), c.width, run.Name, c.name)
		}
	}
	for _, p := range r.Players {
		for _, c := range playerCharts {
			add(c.draw([]*view.Player{p}), c.width, p.Name, c.name)
		}
		for i, t := range p.Tables {
			add(behaviour(p, t), wide, p.Name, "behaviour", fmt.Sprint(i+1))
		}
	}
	add(pairs(r.Tournament), wide, "tournament")
	return out
}

// WriteFigures writes all figures of a report into a folder, and returns how many.
func WriteFigures(dir string, r *view.Report) (int, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	files := Figures(r)
	for _, f := range files {
		if err := champion.WriteFile(filepath.Join(dir, f.Name), f.Data); err != nil {
			return 0, err
		}
	}
	return len(files), nil
}

// The widths in which a plot is drawn: for a wide screen, for a small one or paper, and for
// a phone.
const (
	full   = 1120
	wide   = 680
	narrow = 340
)

var odd = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// slug makes a file name of a name that may hold anything.
func slug(s string) string { return strings.TrimLeft(odd.ReplaceAllString(s, "_"), ".-") }
