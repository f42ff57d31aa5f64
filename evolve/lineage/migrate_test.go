package lineage_test

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
)

// eras are settings whose distributions have three, four, six and seven vectors, and
// none.
func eras() map[string]evolve.Config {
	ranks, gradient, genetic := config(), climbing(), config()
	genetic.Algorithm = evolve.AlgorithmGenetic
	tailed, both := ranks, gradient
	tailed.Distribution.Tail, both.Distribution.Tail = 0.5, 0.5
	return map[string]evolve.Config{"ranks": ranks, "ranks and tail": tailed, "gradient": gradient, "gradient and tail": both, "genetic": genetic}
}

// A store as it was before distributions had columns opens, and its runs are what they
// were, by today's names: their last generations, and how they end when they go on.
func TestOpen_clouds(t *testing.T) {
	today, old := temp(t), temp(t)
	s := mustOpen(t, today)
	h := hill{gradient: true, stubborn: 4}
	whole, stopped := map[string][]evolve.Generation{}, map[string]*evolve.Generation{}
	for name, cfg := range eras() {
		r, err := s.Begin(early(name))
		if err != nil {
			t.Fatal(err)
		}
		keep := evolve.RecorderFunc(func(g evolve.Generation) error {
			whole[name] = append(whole[name], g)
			if g.Number <= 8 {
				stopped[name] = &g
				return r.Record(g)
			}
			return nil
		})
		if _, err := evolve.Run(context.Background(), h.schema(), cfg, h, h, keep, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	downgrade(t, today, old, stopped)
	if _, err := lineage.OpenReadOnly(old); !errors.Is(err, lineage.ErrOlder) {
		t.Errorf("a reader of an old store: %v", err)
	}
	s = mustOpen(t, old)
	if _, err := lineage.OpenReadOnly(old + ".schema-2"); !errors.Is(err, lineage.ErrOlder) {
		t.Errorf("the copy of the old store: %v", err)
	}
	for name, cfg := range eras() {
		r, state, err := s.Resume(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(stopped[name], state); diff != "" {
			t.Errorf("%s stopped here:\n%s", name, diff)
		}
		var after []evolve.Generation
		keep := evolve.RecorderFunc(func(g evolve.Generation) error { after = append(after, g); return nil })
		if _, err := evolve.Run(context.Background(), h.schema(), cfg, h, h, evolve.Recorders{keep, r}, state); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole[name][9:], after); diff != "" {
			t.Errorf("%s goes on otherwise:\n%s", name, diff)
		}
	}
}

// A cloud of no whole number of vectors, or of another number than there were, is left
// behind, and its run cannot go on; the others can.
func TestOpen_brokenClouds(t *testing.T) {
	today, old := temp(t), temp(t)
	s := mustOpen(t, today)
	last := map[string]*evolve.Generation{}
	h := hill{stubborn: 4}
	cfg := config()
	cfg.Generations = 2
	vectors := map[string]int{"one": 12, "two": 24, "most of three": 35, "three": 36, "more than three": 40, "five": 60, "eight": 96}
	for name, n := range vectors {
		r, err := s.Begin(early(name))
		if err != nil {
			t.Fatal(err)
		}
		result, err := evolve.Run(context.Background(), h.schema(), cfg, h, h, r, nil)
		if err != nil {
			t.Fatal(err)
		}
		result.Last.Distribution = &evolve.Distribution{Mean: slices.Repeat([]float64{1}, n)}
		last[name] = &result.Last
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	downgrade(t, today, old, last)
	s = mustOpen(t, old)
	for name := range vectors {
		if _, state, err := s.Resume(name); err != nil || (state.Distribution != nil) != (name == "three") {
			t.Errorf("%s: distribution %v, %v", name, state.Distribution, err)
		}
	}
}

// early is the run of a program that kept all genes as float64.
func early(name string) lineage.Info {
	i := info(name)
	i.Ranges = nil
	return i
}

// downgrade writes the rows of a store into another one of the schema of migrations 001
// and 002, as the program of those days did; last has the last generation of each run.
func downgrade(t *testing.T, today, old string, last map[string]*evolve.Generation) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: old}).EscapedPath())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	exec := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"001_lineage.sql", "002_cloud.sql"} {
		text, err := os.ReadFile("migration/" + name)
		if err != nil {
			t.Fatal(err)
		}
		exec(string(text))
	}
	exec(`ATTACH ? AS today`, today)
	for table, columns := range map[string]string{
		"runs":    "key, name, game, schema_version, schema_hash, genes, config, seed, program, state, started, finished",
		"parents": "*", "measurements": "*", "fame": "*", "evidence": "run, key, recorded, value",
		"generations": "run, number, recorded, best, mean, sd, games, champion, crowned, challenger, accepted, llr, blocks, judged, share",
	} {
		exec(fmt.Sprintf(`INSERT INTO main.%s SELECT %s FROM today.%s`, table, columns, table))
	}
	exec(`INSERT INTO main.individuals SELECT key, run, id, born,
		CASE operator WHEN 'averaged' THEN 'consensus' WHEN 'sampled' THEN 'normal' WHEN 'varied' THEN 'vary' ELSE operator END, step, genes FROM today.individuals`)
	for name, g := range last {
		if d := g.Distribution; d != nil {
			exec(`INSERT INTO clouds SELECT key, ?, ? FROM main.runs WHERE name = ?`, g.Number,
				cloud(d.Mean, d.SD, d.Average, d.Gradient, d.M, d.V, d.TailAverage), name)
			// A store of the first days kept those of all generations.
			exec(`INSERT INTO clouds SELECT key, ?, ? FROM main.runs WHERE name = ?`, g.Number-1, cloud(d.Average, d.SD, d.Mean), name)
		}
	}
	exec(`PRAGMA application_id = 0x626c6e67; PRAGMA user_version = 2`)
}

// cloud is a blob of float64, little-endian.
func cloud(vectors ...[]float64) (blob []byte) {
	for _, x := range slices.Concat(vectors...) {
		blob = binary.LittleEndian.AppendUint64(blob, math.Float64bits(x))
	}
	return blob
}
