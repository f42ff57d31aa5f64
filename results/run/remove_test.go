package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// withChampion returns a store with a run "old" that has a champion file.
func withChampion(t *testing.T) *player.Finder {
	t.Helper()
	f, start := named(t)
	if _, err := start("old", ""); err != nil {
		t.Fatal(err)
	}
	_, data := f.Games.Champion("coup")
	put(t, filepath.Join(f.RunDir("old"), player.ChampionFile), string(data))
	return f
}

func put(t *testing.T, path, text string) {
	t.Helper()
	guard.Must(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)))
}

// beside lists what lies beside the store, without files of stores.
func beside(t *testing.T, f *player.Finder) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(f.Store))
	guard.Must(t, err)
	for _, e := range entries {
		if !strings.Contains(e.Name(), ".db") {
			names = append(names, e.Name())
		}
	}
	return names
}

// forget deletes the rows of a run, as a removal does that is killed before it deletes the files.
func forget(t *testing.T, f *player.Finder) {
	t.Helper()
	s, err := store.Open(context.Background(), f.Store)
	guard.Must(t, err)
	guard.Must(t, errors.Join(s.Remove("old"), s.Close()))
}

// A removal that was killed after any of its steps is finished by the next one of that name. Files that are not the
// run's stay.
func TestRemove_killed(t *testing.T) {
	for _, gone := range [][]string{nil, {player.ChampionFile}, {player.ChampionFile, run.ConfigFile}} {
		f := withChampion(t)
		dir := f.RunDir("old")
		lock, err := os.ReadFile(filepath.Join(dir, store.LockFile))
		guard.Must(t, err)
		forget(t, f)
		for _, file := range gone {
			guard.Must(t, os.Remove(filepath.Join(dir, file)))
		}
		put(t, filepath.Join(dir, store.LockFile), string(lock)+"1")
		done, err := run.Remove(f, false, "old")
		if want := (run.Removal{Removed: []string{"old"}, Folders: []string{"old"}}); err != nil || !reflect.DeepEqual(done, want) || len(beside(t, f)) > 0 {
			t.Errorf("without %v: %+v, left %v: %v", gone, done, beside(t, f), err)
		}
		if _, err := run.Remove(f, false, "old"); err == nil || !strings.Contains(err.Error(), `no run "old"`) {
			t.Errorf("once more: %v", err)
		}
	}
	f := withChampion(t)
	forget(t, f)
	put(t, filepath.Join(f.RunDir("old"), "diary"), "mine")
	done, err := run.Remove(f, false, "old")
	if names := inside(t, f.RunDir("old")); err != nil || len(done.Kept) != 1 || names != "diary" {
		t.Errorf("a file of the user's: %+v, %v, %v", done, names, err)
	}
}

func inside(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	guard.Must(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// The folder of a run is known by the identities in its lock file: one of another store, of a store of which this one is a copy, of an
// earlier run of the name, without a lock file, and one behind a link stay whole when the run is removed, and an error
// says why where the store doesn't have the run.
func TestRemove_foreign(t *testing.T) {
	for want, meanwhile := range map[string]func(f *player.Finder) error{
		"belongs to another store": func(f *player.Finder) error {
			other := withChampion(t)
			return errors.Join(os.RemoveAll(f.RunDir("old")), os.Rename(other.RunDir("old"), f.RunDir("old")))
		},
		"of which this store is a copy": func(f *player.Finder) error {
			data, err := os.ReadFile(copied(t, f).Store)
			was := f.Store
			f.Store = filepath.Join(filepath.Dir(was), "backup.db")
			return errors.Join(err, os.WriteFile(f.Store, data, 0o600))
		},
		"must not exist or be empty, it has champion.json": func(f *player.Finder) error {
			return os.Remove(filepath.Join(f.RunDir("old"), store.LockFile))
		},
		"must not exist or be empty, it is a file": func(f *player.Finder) error {
			return errors.Join(os.Rename(f.RunDir("old"), f.RunDir("away")), os.Symlink("away", f.RunDir("old")))
		},
	} {
		for _, known := range []bool{true, false} {
			f := withChampion(t)
			guard.Must(t, meanwhile(f))
			if !known {
				forget(t, f)
			}
			before := inside(t, f.RunDir("old"))
			done, err := run.Remove(f, true, "old")
			if known && (err != nil || len(done.Kept) != 1 || len(f.Runs()) > 0) || !known && (err == nil || !strings.Contains(err.Error(), want)) {
				t.Errorf("known %v: want %q, have %+v, %v", known, want, done, err)
			}
			if now := inside(t, f.RunDir("old")); now != before {
				t.Errorf("%s: have %s, want %s", want, now, before)
			}
		}
	}
}

// Of stores in one folder that begin a run of one name at the same moment, one gets the folder.
func TestStart_atOnce(t *testing.T) {
	f, _ := named(t)
	cfg, err := configs.Parse("run.yaml", []byte("game: coup\n"), f.Games)
	guard.Must(t, err)
	for round := range 5 {
		name := fmt.Sprint("run", round)
		var started atomic.Int32
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				other := *f
				other.Store = filepath.Join(filepath.Dir(f.Store), fmt.Sprintf("%d.db", n))
				r, err := run.Start(&other, name, "", cfg)
				if err != nil {
					return
				}
				started.Add(1)
				if err := r.WriteFile(run.SummaryFile, nil); err != nil {
					t.Error(err)
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if started.Load() != 1 || inside(t, f.RunDir(name)) != "run.lock run.yaml summary.md" {
			t.Errorf("%d began %s, which has %s", started.Load(), name, inside(t, f.RunDir(name)))
		}
	}
}

// Two stores in one folder can't breed runs of one name, nor can a copy of a store go on with a run.
func TestStart_twoStores(t *testing.T) {
	f := withChampion(t)
	other := *f
	other.Store = filepath.Join(filepath.Dir(f.Store), "other.db")
	cfg, err := configs.Parse("run.yaml", []byte("game: coup\n"), f.Games)
	guard.Must(t, err)
	if _, err := run.Start(&other, "old", "", cfg); err == nil || !strings.Contains(err.Error(), "belongs to another store, lineage.db") {
		t.Errorf("have %v", err)
	}
	data, err := os.ReadFile(f.Store)
	guard.Must(t, err)
	other.Store = filepath.Join(filepath.Dir(f.Store), "backup.db")
	put(t, other.Store, string(data))
	if _, err := run.Resume(&other, "old", configs.Overrides{}); err == nil || !strings.Contains(err.Error(), "belongs to lineage.db, of which this store is a copy") {
		t.Errorf("have %v", err)
	}
	r, err := run.Resume(f, "old", configs.Overrides{})
	guard.Must(t, err)
	guard.Must(t, r.Close()) // Windows removes no file that is open
}
