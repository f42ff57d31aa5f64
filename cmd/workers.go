package cmd

import (
	"fmt"
	"math"

	"bloodline/arena/swarm"
	"bloodline/results/report"
)

// workersTable tells of a swarm, and has a row for each worker.
func workersTable(s swarm.Status) *report.Table {
	head := fmt.Sprintf("%s of %s games by workers in %.0f seconds, %s jobs/s, %s games/s; %s by the breeder; %s given out again; %s played again to audit them, %s malformed.",
		report.Plural(s.Jobs, "job"), report.Count(s.Games), s.Seconds, rate(s.Jobs, s.Seconds), rate(s.Games, s.Seconds),
		report.Count(s.Own), report.Count(s.Again), report.Plural(s.Audits, "result"), report.Count(s.Malformed))
	if least := leastAudited(s); least > 0 {
		head += fmt.Sprintf(" The audits detect a worker with 1 wrong result in 20 with a probability of %.0f %%.", 100*(1-math.Pow(0.95, float64(least))))
	}
	t := &report.Table{Title: report.Paragraph("%s", head), Columns: []string{"worker", "platform", ">slots", ">jobs", ">games", ">lag ms", ">audits", ">wrong", ">malformed", "state"}}
	for _, w := range s.Workers {
		state := "works"
		switch {
		case w.Refused != "":
			state = "refused: " + w.Refused
		case !w.Present:
			state = "gone"
		}
		t.Add(w.Name, w.Platform, fmt.Sprint(w.Slots), report.Count(w.Jobs), report.Count(w.Games), fmt.Sprintf("%.1f", w.Lag),
			report.Count(w.Audits), report.Count(w.Wrong), report.Count(w.Malformed), state)
	}
	return t
}

// leastAudited returns the audits of the worker that has had fewest.
func leastAudited(s swarm.Status) (least int64) {
	for i, w := range s.Workers {
		if i == 0 || w.Audits < least {
			least = w.Audits
		}
	}
	return least
}

func rate(n int64, seconds float64) string {
	return report.Count(int64(math.Round(float64(n) / max(seconds, 1e-3))))
}
