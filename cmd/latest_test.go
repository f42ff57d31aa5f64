//go:build linux

package cmd

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve/lineage"
)

// At a terminal the latest unfinished run is continued if the answer is yes, and named before.
func TestBreed_asks(t *testing.T) {
	store := filepath.Join(t.TempDir(), "lineage.db")
	s, err := lineage.Open(store)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Begin(lineage.NewInfo("left", Shipped[0].Schema))
	if err == nil {
		err = r.Finish(lineage.Stopped)
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asks bool
		says string
		goes bool // the run has no settings: so far and no farther
	}{{false, "", true}, {true, "\n", true}, {true, " Yes\n", true}, {true, "n\n", false}, {true, "", false}} {
		a, out := shipped(), new(bytes.Buffer)
		a.stdin, a.stdout, a.stderr, a.asks = strings.NewReader(c.says), out, out, c.asks
		err := a.execute(t.Context(), []string{"breed", "--resume", "--store", store})
		if err == nil || strings.Contains(err.Error(), "--resume: not continued") == c.goes {
			t.Errorf("%+v: have %v", c, err)
		}
		if text := out.String(); !strings.Contains(text, "the latest unfinished run is left, begun ") || strings.Contains(text, "continue it? [Y/n]") != c.asks {
			t.Errorf("%+v: have %q", c, text)
		}
	}
}
