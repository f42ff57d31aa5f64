//go:build linux

package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// A page begins, stops, resumes, tags and removes runs, and shows the program's errors.
func TestControl(t *testing.T) {
	program, err := exec.LookPath("bloodline")
	guard.Must(t, err)
	a := shipped()
	a.Store = filepath.Join(t.TempDir(), "lineage.db")
	c := &run.Control{Finder: &a.Finder, Program: program, Wait: 2 * time.Minute} // on a busy machine
	t.Cleanup(func() { _ = c.Stop("one") })                                       // fails where it has ended
	row := func() store.RunRow {
		t.Helper()
		s := guard.Value(store.OpenReadOnly(t.Context(), a.Store))(t)
		defer s.Close()
		r := guard.Value(s.Run("one"))(t)
		return r
	}
	refused := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, have %v", want, err)
		}
	}

	refused(c.Stop("one"), "there is no such store")
	if name, err := c.Begin("coup", "one", 7); err != nil || name != "one" { // some 300 M games
		t.Fatalf("began %q, %v", name, err)
	}
	if r := row(); r.State != store.Running || r.Seed != 7 {
		t.Errorf("want a running run with seed 7, have %s with %d", r.State, r.Seed)
	}
	_, err = c.Begin("coup", "one", 7)
	refused(err, "name: there is a run one already")
	refused(c.Remove("one"), "run one is being bred by process")
	refused(c.Resume("one", 0), "is being bred by process")
	guard.Must(t, c.Stop("one"))
	if r := row(); r.State != store.Stopped {
		t.Errorf("want a stopped run, have %s", r.State)
	}
	refused(c.Stop("one"), "is not being bred")
	guard.Must(t, c.Resume("one", 0))
	if r := row(); r.State != store.Running {
		t.Errorf("want a running run, have %s", r.State)
	}

	guard.Must(t, c.Note("one", []string{"tried", "best"}, "from a page"))
	refused(c.Note("one", []string{"two words"}, ""), "must be of letters")
	refused(c.Note("none", nil, ""), `no run "none"`)
	for _, file := range []string{"", "--help", "/etc/passwd", "nothing"} {
		_, err := c.Begin(file, "two", 1)
		refused(err, "comes with this program or stands in the folder")
	}
	for _, name := range []string{"../two", "coup", "Lawyer"} {
		_, err = c.Begin("coup", name, 1)
		refused(err, "name: must")
	}
	refused(c.Resume("none", 0), `no run "none"`)

	// A run file of the folder begins a run as a shipped one does. Curves report at the next look why they were not played.
	t.Chdir(t.TempDir())
	guard.Must(t, os.WriteFile("tiny.yaml", []byte("game: coup\nfield: [Random]\nevolve: {generations: 1, population: 4}\nevidence: {deals: 4}\n"), 0o600))
	if name, err := c.Begin("tiny.yaml", "own", 1); err != nil || name != "own" {
		t.Fatalf("began %q, %v", name, err)
	}
	refused(c.Curves("none", 0), `no run "none"`)
	guard.Must(t, c.Curves("own", 70))
	for playing := true; playing; {
		if playing, err = c.Playing("own"); !playing {
			refused(err, "--games: is for contests")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if playing, err := c.Playing("own"); playing || err == nil {
		t.Errorf("the second look: playing %t, %v", playing, err)
	}
	if playing, err := c.Playing("one"); playing || err != nil {
		t.Errorf("curves that were not asked for: playing %t, %v", playing, err)
	}
	guard.Must(t, c.Remove("own"))

	guard.Must(t, c.Stop("one"))
	guard.Must(t, c.Remove("one"))
	refused(c.Remove("one"), `no run "one"`)
	if runs := a.Runs(); len(runs) > 0 {
		t.Errorf("left: %q", runs)
	}
}
