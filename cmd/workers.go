package cmd

import (
	"fmt"

	"bloodline/arena/swarm"
	"bloodline/results/report"
)

// workersTable tells of a swarm, and has a row for each worker.
func workersTable(s swarm.Status) *report.Table {
	t := &report.Table{
		Title: report.Paragraph("%s of %s games by workers in %.0f seconds, %s jobs/s, %s games/s; %s by the breeder; %s played again to audit them.",
			report.Plural(s.Jobs, "job"), report.Count(s.Games), s.Seconds, rate(s.Jobs, s.Seconds), rate(s.Games, s.Seconds),
			report.Count(s.Own), report.Plural(s.Audits, "result")),
		Columns: []string{"worker", "platform", ">slots", ">jobs", ">games", ">lag ms", ">audits", "state"},
	}
	for _, w := range s.Workers {
		state := "works"
		switch {
		case w.Refused != "":
			state = "refused: " + w.Refused
		case !w.Present:
			state = "gone"
		}
		t.Add(w.Name, w.Platform, fmt.Sprint(w.Slots), report.Count(w.Jobs), report.Count(w.Games), fmt.Sprintf("%.1f", w.Lag), report.Count(w.Audits), state)
	}
	return t
}

func rate(n int64, seconds float64) string {
	return report.Rate(float64(n) / max(seconds, 1e-3))
}
