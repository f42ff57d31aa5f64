package page

import (
	"fmt"
	"strings"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/results/report"
)

// mostTrials is how many rows the table of trials has at most, as in the script of pages, which filters and draws all.
// With 40 parameters Chromium lays out 200 rows in a tenth of a second, and 500 in more than a quarter.
const mostTrials = 200

// trialLines are all rows of the table of trials for the script, a line each with tabs between the cells, below their
// heads. The last three cells are for the scatter: the interval of 95 % of the points that were measured, and the mark.
func trialLines(all *report.Trials, t *report.Table, s engine.Scale) string {
	factor, lines := 1.0, []string{strings.Join(t.Heads(), "\t") + "\tlow\thigh\tmark"}
	if s.Percent {
		factor = 100
	}
	blank := strings.NewReplacer("\t", " ", "\n", " ")
	for i, x := range all.Trials {
		interval, mark := "\t", map[bool]string{x.Default: "defaults", x.Champion: "champion"}[true]
		if f := x.Fitness; f.Games > 0 {
			i := stats.Figure{Mean: f.Mean, SE: f.SE, N: f.Games}.Around(f.Half())
			if s.Percent { // else games that all end alike have an interval of no width
				i = i.Share(1, stats.Level)
			}
			interval = fmt.Sprintf("%.4g\t%.4g", factor*max(i.Low, s.Low), factor*min(i.High, s.High))
		}
		lines = append(lines, strings.Join(append(report.Map(t.Rows[i], blank.Replace), interval, mark), "\t"))
	}
	return strings.Join(lines, "\n")
}
