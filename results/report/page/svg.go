package page

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"bloodline/engine"
	"bloodline/genome/champion"
	"bloodline/internal/disk"
	"bloodline/results/report"
	"bloodline/results/report/figure"
	"bloodline/results/report/view"
)

// WriteFigures writes a report's figures into a folder, by telling names, and returns how many; tables are none.
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
	}
	for _, p := range r.Players {
		for _, c := range playerCharts {
			write(c.draw([]*report.Profile{p}), c.width, p.Name, c.name)
		}
		if p.Curves != nil {
			for i, c := range p.Curves.Curves {
				write(curvePlot(p, i), narrow, p.Name, "curve", c.Gene)
			}
		}
	}
	return n, err
}

// The widths in which a plot is drawn: for a wide screen, for a small one or paper, and for a phone.
const (
	full   = 1120
	half   = 540 // of a wide screen
	wide   = 680
	narrow = 340
)

var notInSlug = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\pL\pM\p{Nd}._-]+`) })

// slug makes a file name of a name that may hold anything.
func slug(s string) string { return strings.TrimLeft(notInSlug().ReplaceAllString(s, "_"), ".-") }

// Summary is summary.md, the page of a run as a short text, which bred so many generations. conclusion is its
// [report.Conclusion]; ended says what ended it before the last one, if anything did, and repeat breeds it again.
func Summary(scale engine.Scale, f *champion.File, conclusion string, bred int, ended, repeat string) string {
	var s strings.Builder
	fmt.Fprintf(&s, "# %s\n\n%s\n\n", f.Name, conclusion)
	fmt.Fprintf(&s, "Champion %s of %s, %s; bred in %s (0 to %d); seed %d, bloodline %s.\n",
		f.Origin.ID, f.Game, report.Since(f.Origin.Generation, bred), report.Plural(bred, "generation"), bred-1, f.Origin.Seed, f.Program)
	if ended != "" {
		fmt.Fprintf(&s, "The run was %s.\n", ended)
	}
	fmt.Fprintf(&s, "Measured over %s games%s on %s.\n\n```\n", report.Count(f.Evidence.Field.Games), report.Alone(f.Evidence, "", " against the field"), report.DealsText(f.Evidence))
	_ = report.EvidenceTable(scale, f.Evidence).Print(&s, 0) // a strings.Builder takes everything
	fmt.Fprintf(&s, "```\n\nRepeat it with `%s`, the resolved settings.\n", repeat)
	return s.String()
}
