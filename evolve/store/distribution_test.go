package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store/door"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/internal/system"
)

// numbers counts up from a first one.
func numbers(first float64, n int) genome.Vector {
	v := make(genome.Vector, n)
	for i := range v {
		v[i] = first + float64(i)
	}
	return v
}

// A generation from which no run can continue is refused when it is written.
func TestRun_Record_refusesDistribution(t *testing.T) {
	v := numbers(0, 2)
	for name, d := range map[string]*evolve.Distribution{
		"empty":              {},
		"no average":         {Mean: v, SD: v},
		"gradient alone":     {Mean: v, SD: v, Average: v, Gradient: v},
		"no gradient":        {Mean: v, SD: v, Average: v, M: v, V: v},
		"short tail average": {Mean: v, SD: v, Average: v, TailAverage: numbers(0, 1)},
		"uneven":             {Mean: numbers(0, 3), SD: numbers(0, 1), Average: v},
		"other genes":        {Mean: numbers(0, 3), SD: numbers(0, 3), Average: numbers(0, 3)},
	} {
		s, runs := begun(t, "run")
		g := drawn(0)
		g.Distribution = d
		if err := runs[0].Record(g); err == nil || !strings.Contains(err.Error(), "distribution: ") {
			t.Errorf("%s: %v", name, err)
		}
		if got := kept(t, s); len(got) != 0 {
			t.Errorf("%s: distributions %v", name, got)
		}
	}
}

// drawn is a generation of one individual, with a distribution that tells its number.
func drawn(number int) evolve.Generation {
	ind := evolve.Individual{ID: fmt.Sprintf("g%03d-000", number), Born: number, Genes: numbers(0, 2), Fitness: stats.Fitness{Games: 1}}
	v := numbers(float64(number), 2)
	return evolve.Generation{
		Number: number, Individuals: []evolve.Individual{ind}, Champion: ind,
		Distribution: &evolve.Distribution{Mean: v, SD: numbers(1, 2), Average: v, TailAverage: v, Gradient: v, M: v, V: v},
	}
}

func begun(t *testing.T, names ...string) (*Store, []*Recorder) {
	t.Helper()
	s := guard.Value(Open(context.Background(), filepath.Join(t.TempDir(), "x.db")))(t)
	t.Cleanup(func() { _ = s.Close() })
	var runs []*Recorder
	for _, name := range names {
		r := guard.Value(s.Begin(Info{Name: name}))(t)
		runs = append(runs, r)
	}
	return s, runs
}

// kept lists the distributions of a store as run and generation.
func kept(t *testing.T, s *Store) [][2]int {
	t.Helper()
	out, err := door.List(s.db.Read(), func(scan door.Scanner) (row [2]int, err error) {
		err = scan(&row[0], &row[1])
		return row, err
	}, `SELECT run, generation FROM distributions ORDER BY run, generation`)
	guard.Must(t, err)
	return out
}

// A full disk is reported in one line, nothing of the generation stays, and the run
// continues when there is room again.
func TestRun_Record_diskFull(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s := guard.Value(Open(context.Background(), path))(t)
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
	guard.Must(t, r.Record(g))
	if life, err := s.Individual("run", "g000-000"); err != nil || len(life.Genes) != 40_000 {
		t.Errorf("%d genes, %v", len(life.Genes), err)
	}
}

// Any genome comes back from its bytes exactly: on a grid of any size, at the bounds, and where
// no grid has it; around the generation's centre and far from it.
func TestCoder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &genome.Schema{Genes: make([]gene.Gene, rapid.IntRange(1, 40).Draw(t, "genes"))}
		low := rapid.Float64Range(-1e6, 1e6)
		width := rapid.OneOf(rapid.Float64Range(1e-6, 1e6), rapid.SampledFrom([]float64{1, 6, 0.3, 1000}))
		for i := range s.Genes {
			s.Genes[i].Min = low.Draw(t, "low")
			s.Genes[i].Max = s.Genes[i].Min + width.Draw(t, "width")
		}
		c := newCoder(s)
		halvings := rapid.IntRange(0, 40).Draw(t, "halvings")
		var all []genome.Vector
		for range rapid.IntRange(1, 4).Draw(t, "genomes") {
			v := make(genome.Vector, len(s.Genes))
			if rapid.Bool().Draw(t, "on a grid") {
				steps := make([]int64, len(v))
				for i := range steps {
					steps[i] = rapid.Int64Range(0, 1<<halvings).Draw(t, "step")
				}
				v = s.AtSteps(steps, halvings)
			} else {
				for i, g := range s.Genes {
					v[i] = rapid.OneOf(rapid.Float64Range(g.Min, g.Max), rapid.SampledFrom([]float64{g.Min, g.Max})).Draw(t, "value")
				}
			}
			all = append(all, v)
		}
		around := c.centre(all)
		for _, v := range append(all, all[0][1:]) { // the last has a gene too few
			have, err := c.unpack(c.pack(v, around), around)
			if err != nil || !slices.Equal(have, v) {
				t.Fatalf("%v became %v (%v)", v, have, err)
			}
		}
	})
}

// NextVersion makes a version that has a column and a table more and other notes until restore is called.
func NextVersion() (restore func()) {
	before := tables.Formats
	tables.Formats = append(before[:len(before):len(before)], door.Format{
		Since: "v0.3.0",
		SQL: `ALTER TABLE tags ADD COLUMN colour TEXT NOT NULL DEFAULT 'none';
			CREATE TABLE extras (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT; -- takes a while
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO extras SELECT i, hex(i) FROM n`,
		Rows: func(tx *sql.Tx) error {
			all, err := readTags(tx, "")
			for run, t := range all {
				key, failed := runKey(tx, run)
				t.Note += "!"
				_, wrong := tx.Exec(`UPDATE tags SET note = ?, checksum = ? WHERE run = ?`, t.Note, checksum(key, t.Tags, t.Note), key)
				err = errors.Join(err, failed, wrong)
			}
			return err
		},
	})
	return func() { tables.Formats = before }
}

// Version returns the version that a store's file has.
func Version(path string) (v int, err error) {
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath())
	if err == nil {
		err = errors.Join(db.QueryRow(`PRAGMA user_version`).Scan(&v), db.Close())
	}
	return v, err
}
