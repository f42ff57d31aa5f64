package store

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// A full disk is reported in one line, nothing of the generation stays, and the run
// continues when there is room again.
func TestRun_Record_diskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := Open(context.Background(), path)
	guard.Must(t, err)
	defer s.Close()
	r, err := s.Begin(Info{Name: "run"})
	guard.Must(t, err)
	ind := evolve.Individual{ID: "g000-000", Genes: make(genome.Vector, 40_000), Fitness: stats.Fitness{Games: 1}}
	g := evolve.Generation{Individuals: []evolve.Individual{ind}, Champion: ind}
	limit := func(pages string) {
		t.Helper()
		guard.Must(t, s.exec(`PRAGMA max_page_count = `+pages))
	}
	limit("40")
	err = r.Record(g)
	if want := "record generation 0 of run run in " + path + ": database or disk is full"; !errors.Is(err, system.ErrDiskFull) || !strings.HasPrefix(err.Error(), want) {
		t.Fatalf("error %v, want %q", err, want)
	}
	if rows, err := s.Summaries("run", -1); err != nil || len(rows) != 0 {
		t.Errorf("%d generations, %v", len(rows), err)
	}
	limit("100000")
	if err := r.Record(g); err != nil {
		t.Error(err)
	}
	if life, err := s.Individual("run", "g000-000"); err != nil || len(life.Genes) != 40_000 {
		t.Errorf("%d genes, %v", len(life.Genes), err)
	}
}
