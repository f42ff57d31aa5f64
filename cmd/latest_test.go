//go:build linux

package cmd

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
)

// At a terminal the latest unfinished run is continued if the answer is yes, and named before. Runs are removed if the
// answer is yes and not if it is empty, and without a terminal or with --yes at once.
func TestAsks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lineage.db")
	begin := func() { // a run that is left; or it is there
		s := guard.Value(store.Open(context.Background(), path))(t)
		defer s.Close()
		r, err := s.Begin(store.NewInfo("left", Shipped[0].Schema))
		if err == nil {
			err = r.Finish(store.Stopped)
		}
		if err != nil && !errors.Is(err, store.ErrExists) {
			t.Fatal(err)
		}
	}
	begin()
	for _, c := range []struct {
		asks bool
		says string
		goes bool // the run has no settings: so far and no farther
	}{{false, "", true}, {true, "\n", true}, {true, " Yes\n", true}, {true, "n\n", false}, {true, "", false}} {
		a, out := shipped(), new(bytes.Buffer)
		a.stdin, a.stdout, a.stderr, a.interactive = strings.NewReader(c.says), out, out, c.asks
		err := a.execute(t.Context(), []string{"breed", "--resume", "--store", path})
		if err == nil || strings.Contains(err.Error(), "--resume: not continued") == c.goes {
			t.Errorf("%+v: have %v", c, err)
		}
		if text := out.String(); !strings.Contains(text, "the latest unfinished run is left, begun ") || strings.Contains(text, "continue it? [Y/n]") != c.asks {
			t.Errorf("%+v: have %q", c, text)
		}
	}
	for _, c := range []struct {
		line string
		asks bool
		says string
		goes bool
	}{{"runs rm left", true, "\n", false}, {"runs rm left", true, "y\n", true}, {"runs rm left --yes", true, "", true}, {"runs rm left", false, "", true}} {
		a, out := shipped(), new(bytes.Buffer)
		a.stdin, a.stdout, a.stderr, a.interactive = strings.NewReader(c.says), out, out, c.asks
		begin()
		err := a.execute(t.Context(), append(strings.Fields(c.line), "--store", path))
		if (err == nil) != c.goes || strings.Contains(out.String(), "remove left, with all individuals and files? [y/N]") != (c.asks && !strings.Contains(c.line, "--yes")) {
			t.Errorf("%+v: have %v, %q", c, err, out)
		}
	}
}
