package lineage_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/evolve"
)

// A run by gradient whose store is closed and opened again after each generation ends
// as if it had never stopped, and at all times the store holds one distribution: the
// newest.
func TestStore_Resume_gradient(t *testing.T) {
	h := hill{gradient: true, stubborn: 4}
	var all []evolve.Generation
	keep := evolve.RecorderFunc(func(g evolve.Generation) error { all = append(all, g); return nil })
	want, err := evolve.Run(context.Background(), h.schema(), climbing(), h, h, keep, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := temp(t)
	s := mustOpen(t, path)
	r, err := s.Begin(info("run"))
	if err != nil {
		t.Fatal(err)
	}
	var state *evolve.State
	for n := range all {
		cfg := climbing()
		cfg.Generations = n + 1
		got, err := evolve.Run(context.Background(), h.schema(), cfg, h, h, r, state)
		if err != nil {
			t.Fatal(err)
		}
		if n == len(all)-1 {
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("resumed after each generation:\n%s", diff)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if have := distributions(t, path); !cmp.Equal(have, []string{fmt.Sprintf("run at %d", n)}) {
			t.Fatalf("after generation %d: distributions %v", n, have)
		}
		s = mustOpen(t, path)
		if r, state, err = s.Resume("run"); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[n].Distribution, state.Distribution); diff != "" {
			t.Fatalf("distribution of generation %d:\n%s", n, diff)
		}
	}
	holds(t, s, "run", all)
}

// distributions lists all that there are in a store.
func distributions(t *testing.T, path string) (out []string) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT name || ' at ' || generation FROM distributions JOIN runs ON key = run ORDER BY run, generation`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var row string
		if err := rows.Scan(&row); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
