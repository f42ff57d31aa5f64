package parttest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/engine"
)

// Golden plays one game of a table and compares transcript and outcome with testdata/playthrough_<seed>.txt in the
// test's folder. It guards what recorded seeds mean, not whether the rules are right.
func Golden(t *testing.T, g engine.Game, seed uint64, seats []engine.Player) {
	t.Helper()
	path := filepath.Join("testdata", fmt.Sprintf("playthrough_%d.txt", seed))
	var b strings.Builder
	fmt.Fprintf(&b, "# %s, seed %d\n", g.Info().Title, seed)
	table := g.NewTable()
	table.(engine.Tracer).Trace(func(line string) { fmt.Fprintln(&b, line) })
	out := table.Play(seed, seats)
	fmt.Fprintf(&b, "# score %v of 1/%g, %d choices, length %d\n",
		out.Score[:g.Info().Seats], g.Info().ScoreUnit, out.Choices, out.Length)
	got := b.String()
	if *Update {
		if err := errors.Join(os.MkdirAll("testdata", 0o755), os.WriteFile(path, []byte(got), 0o644)); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if got != string(want) {
		t.Errorf("%s: the game has changed (go test -update accepts it):\n%s", path, firstDifference(string(want), got))
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d:\n  want %s\n  have %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("line %d: want %d lines, have %d", min(len(w), len(g)), len(w), len(g))
}
