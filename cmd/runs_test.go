//go:build linux

package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/report"
)

// Of a run that is bred, runs and report say with how many games of how many, and how long it still takes.
func TestRuns_status(t *testing.T) {
	dir := t.TempDir()
	guard.Must(t, os.WriteFile(filepath.Join(dir, "tiny.yaml"), []byte(tiny), 0o600))
	mustRun(t, dir, "breed", "tiny.yaml")
	if text := mustRun(t, dir, "runs"); strings.Contains(text, "left") {
		t.Errorf("of a finished run:\n%s", text)
	}
	s, err := store.Open(t.Context(), filepath.Join(dir, "results", "lineage.db"))
	guard.Must(t, err)
	defer s.Close()
	r, _, err := s.Resume("tiny-1")
	guard.Must(t, err)
	guard.Must(t, r.PutStatus(report.Status{Games: 5120, GamesPlanned: 90_000, Rate: 40, PartDone: 0.07, SecondsLeft: 2184}))
	const want = "tiny-1: 5,120 of about 90,000 games, 7 % done, 36m24s left"
	for _, args := range [][]string{{"runs"}, {"runs", "tiny-1"}, {"report", "tiny-1", "--rounds", "0", "--cuts", "0", "--deals", "2"}} {
		var stdout, stderr bytes.Buffer
		inProcess(dir, os.Getenv, &stdout, &stderr, append([]string{"bloodline"}, args...)...)
		if text := stdout.String() + stderr.String(); !strings.Contains(text, want+"\n") {
			t.Errorf("%q:\n%s", args, text)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "tiny-1.html"))
	if err != nil || !bytes.Contains(page, []byte("<dd>5,120 of about 90,000</dd>")) || !bytes.Contains(page, []byte("<dd>36m24s</dd>")) {
		t.Errorf("the page doesn't say how far it is (%v)", err)
	}
	if text := mustRun(t, dir, "runs", "-o", "json"); !strings.Contains(text, `"games_planned": 90000`) || !strings.Contains(text, `"games": 5120`) {
		t.Errorf("runs -o json: %s", text)
	}
}
