package page

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"bloodline/internal/disk"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// WriteFigures writes the figures of a report into a folder, under names that say what they show, and returns how many.
// Tables with colours are none: a page saves them as CSV.
func WriteFigures(dir string, r *view.PageData) (n int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	taken := map[string]int{}
	write := func(d drawing, width float64, words ...string) {
		if d == nil || width == 0 || err != nil {
			return
		}
		name := slug(strings.Join(words, "-"))
		if taken[name]++; taken[name] > 1 {
			name += fmt.Sprintf("-%d", taken[name]) // another player of that name
		}
		n++
		err = disk.Write(filepath.Join(dir, name+".svg"), figure.File(d.SVG(width)), disk.Containing(figure.FileMark))
	}
	for _, run := range r.Runs {
		for _, c := range runCharts {
			write(c.draw(run), c.width, run.Name, c.name)
		}
		if run.Trials != nil {
			for i, s := range run.Trials.Slices {
				write(slicePlot(run, i), narrow, run.Name, "slice", s.Gene)
			}
		}
	}
	for _, p := range r.Players {
		for _, c := range playerCharts {
			write(c.draw([]*report.Profile{p}), c.width, p.Name, c.name)
		}
	}
	return n, err
}

// The widths in which a plot is drawn: for a wide screen, for a small one or paper, and for a phone.
const (
	full   = 1120
	wide   = 680
	narrow = 340
)

var notInSlug = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\pL\pM\p{Nd}._-]+`) })

// slug makes a file name of a name that may hold anything.
func slug(s string) string { return strings.TrimLeft(notInSlug().ReplaceAllString(s, "_"), ".-") }
