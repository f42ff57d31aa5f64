package report_test

import (
	"slices"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

// Few games that all ended alike have no interval, rather than one of no width.
func TestGenerationTable_alike(t *testing.T) {
	var alike, known lineage.Summary
	alike.Pooled = evolve.Fitness{Mean: 1, Games: 8}
	known.Pooled = evolve.Fitness{Mean: 0.5, StdErr: 0.1, Games: 8}
	table := report.GenerationTable([]lineage.Summary{alike, known}, report.Percent)
	if rows := table.Rows; !slices.Equal(rows[0][2:4], []string{"100.0", ""}) || !slices.Equal(rows[1][2:4], []string{"50.0", "19.6"}) {
		t.Errorf("have %q", rows)
	}
}
