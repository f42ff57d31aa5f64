package run_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/store"
	file "bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/internal/system"
	"bloodline/results/run"
)

// A run of a store from elsewhere whose name is a path is damage; no command touches the files there, and rm removes
// the run.
func TestNames_elsewhere(t *testing.T) {
	f := stopped(t, small["genetic"], 1)
	victim := filepath.Join(filepath.Dir(filepath.Dir(f.Store)), "victim")
	guard.Must(t, os.Mkdir(victim, 0o755))
	for _, name := range []string{run.ConfigFile, run.SummaryFile, ".x.part"} {
		guard.Must(t, os.WriteFile(filepath.Join(victim, name), []byte("precious"), 0o644))
	}
	bad := []string{"../victim", "a\x1b[2J", "", "x/../../victim", strings.Repeat("n", 200)}
	db, err := sql.Open("sqlite3", f.Store)
	guard.Must(t, err)
	for _, name := range bad {
		if _, err := db.Exec(`INSERT INTO runs SELECT NULL, ?, identity, game, schema_version, schema_hash, genes, config, opponents, seed, program, programs, state, started, finished, nondeterministic, checksum
			FROM runs WHERE name = 'mine'`, name); err != nil {
			t.Fatal(err)
		}
	}
	s, err := store.Open(context.Background(), f.Store)
	if err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	damage, err := s.Check(t.Context(), func(string, int) {})
	if err != nil || len(damage) != len(bad) {
		t.Errorf("check finds %v, %v", damage, err)
	}
	guard.Must(t, s.Close())
	for _, name := range bad {
		if _, err := run.Resume(f, name, configs.Overrides{}); err == nil || name != "" && !errors.Is(err, store.ErrDamaged) {
			t.Errorf("resume %q: %v", name, err)
		}
		if _, err := run.Remove(f, true, name); err != nil {
			t.Errorf("remove %q: %v", name, err)
		}
	}
	if runs := f.Runs(); len(runs) != 1 {
		t.Errorf("left are %q", runs)
	}
	for _, name := range []string{run.ConfigFile, run.SummaryFile, ".x.part"} {
		if data, err := os.ReadFile(filepath.Join(victim, name)); string(data) != "precious" {
			t.Errorf("%s: have %q, %v", name, data, err)
		}
	}
}

// A run is stopped by a request in its lock file. The process that the file names, here this one, may be
// another one, of another machine or with a number that is used again, and gets no signal.
func TestControl_Stop_elsewhere(t *testing.T) {
	f := stopped(t, small["genetic"], 1)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	path := filepath.Join(f.RunDir("mine"), store.LockFile)
	head, err := os.ReadFile(path)
	guard.Must(t, err)
	lock, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	guard.Must(t, err)
	defer lock.Close()
	fmt.Fprint(lock, os.Getpid())
	guard.Must(t, system.TryLock(lock, system.Exclusive))
	c := &run.Control{Finder: f}
	if err := c.Stop("mine"); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != fmt.Sprintf("%s%d stop", head, os.Getpid()) {
		t.Errorf("the lock file has %q, %v", text, err)
	}
	if len(signals) > 0 {
		t.Error("it was sent a signal")
	}
}

// A run that is being bred ends by such a request, here of the same process, and can be resumed.
func TestControl_Stop(t *testing.T) {
	f := stopped(t, "evolve: {generations: 100000, population: 8, algorithm: genetic}", 1)
	r, err := run.Resume(f, "mine", configs.Overrides{})
	guard.Must(t, err)
	asked := make(chan error, 1)
	each := evolve.RecorderFunc(func(g evolve.Generation) error {
		if g.Number == 2 {
			asked <- (&run.Control{Finder: f}).Stop("mine")
		}
		return nil
	})
	if _, _, err := r.Breed(t.Context(), each); !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	if err := errors.Join(<-asked, r.Close()); err != nil {
		t.Error(err)
	}
	if err := (&run.Control{Finder: f}).Stop("mine"); err == nil || !strings.Contains(err.Error(), "is not being bred") {
		t.Errorf("stopped again: %v", err)
	}
}

// A run that cannot be read is refused for that reason, also from beside its folder.
func TestFindFile_folder(t *testing.T) {
	f := stopped(t, small["genetic"], 1)
	t.Chdir(filepath.Dir(f.Store))
	f.Games = f.Games[1:] // this program has no coup
	for _, word := range []string{"mine", "mine/run.yaml"} {
		_, err := f.FindFile(word)
		if want := map[string]string{"mine": "unknown game", "mine/run.yaml": "must be JSON"}[word]; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want %q, have %v", word, want, err)
		}
	}
}

// The champions that come with the program have the digest of their genes.
func TestShipped_digest(t *testing.T) {
	f := &player.Finder{Games: shipped(t)}
	for _, name := range f.Games.Champions() {
		p, err := f.FindFile(name)
		guard.Must(t, err)
		if want, err := file.Digest(p.Game.Schema, p.Genes, p.Temperature()); err != nil || p.File.Evidence.Digest != want {
			t.Errorf("%s: have %s, want %s, %v", name, p.File.Evidence.Digest, want, err)
		}
	}
}

// What is read of a store, and the check of its pages before it is written, end with the finder's context: a store from
// elsewhere may take minutes.
func TestFinder_interrupted(t *testing.T) {
	f := stopped(t, small["genetic"], 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f.Context = ctx
	if _, err := f.Find("mine", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("find: have %v", err)
	}
	if _, err := run.Resume(f, "mine", configs.Overrides{}); !errors.Is(err, context.Canceled) {
		t.Errorf("resume: have %v", err)
	}
	f.Context = nil
	if _, err := f.Find("mine", nil); err != nil {
		t.Errorf("find without a context: have %v", err)
	}
}
