package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/report"
)

// Runs are a group by their settings and their names; NAME:SEED:SETTINGS, of which x has not ended.
func TestGroups(t *testing.T) {
	for runs, want := range map[string]string{
		"a-1:1:s a-2:2:s b-1:1:s b-7:7:s c-1:1:s": "a a-1 a-2; b b-1 b-7",
		// Other settings are another group of the name, and neither is called by the name alone.
		"a-1:1:s a-4:4:s a-7:7:s a-2:2:t a-3:3:t":     "a-1+2 a-1 a-4 a-7; a-2..a-3 a-2 a-3",
		"a-1:1:s a-2:2:s a-1-2:1:t a-2-2:2:t a-3:3:t": "a-1..a-2 a-1 a-2; a-1-2..a-3 a-1-2 a-2-2 a-3",
		// A second run of the same seed, an unfinished run and a run that was named by hand are in no group.
		"a-1:1:s a-1-2:1:s a-1-3:1:s": "",
		"a-1:1:s a-1-2:1:s a-2:2:s":   "a a-1 a-2",
		"a-1:1:s a-2:2:x a-3:3:s":     "a a-1 a-3",
		"best:3:s a-1:1:s a-2:2:s":    "a a-1 a-2",
		// The seed may stand within the name, and be a number of the settings, too.
		"a-1-deals-2:1:s a-2-deals-2:2:s":        "a-deals-2 a-1-deals-2 a-2-deals-2",
		"a-2-1:1:s a-2-2:2:s a-2-3:3:s":          "a-2 a-2-1 a-2-2 a-2-3",
		"a-1-2:1:s a-2-2:2:s a-3-2:3:s":          "a a-1-2 a-2-2 a-3-2",
		"a-10:10:s a-9:9:s a-9-2:9:s a-10-x:1:s": "a a-9 a-10",
	} {
		var rows []store.RunRow
		for _, word := range strings.Fields(runs) {
			part := strings.Split(word, ":")
			r := store.RunRow{State: store.Finished}
			r.Name = part[0]
			_, err := fmt.Sscan(part[1], &r.Seed)
			guard.Must(t, err)
			if part[2] == "x" {
				r.State, part[2] = store.Stopped, "s"
			}
			r.Config = fmt.Sprintf("game: coup\nseed: %d\nevolve:\n  population: %s\nworkers: %d\n", r.Seed, part[2], r.Seed)
			rows = append(rows, r)
		}
		have := strings.Join(report.Map(report.GroupsOf(rows), func(g report.Side) string {
			return strings.Join(slices.Concat([]string{g.Name}, g.Words), " ")
		}), "; ")
		if have != want {
			t.Errorf("%s:\nhave %s\nwant %s", runs, have, want)
		}
	}
}
