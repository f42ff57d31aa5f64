package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"bloodline/configs/player"
	"bloodline/evolve/lineage"
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
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// beside lists what lies beside the store, without files of stores.
func beside(t *testing.T, f *player.Finder) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(f.Store))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.Contains(e.Name(), ".db") {
			names = append(names, e.Name())
		}
	}
	return names
}

// forget deletes the rows of a run, as a removal does that is killed before it deletes the files.
func forget(t *testing.T, path string) {
	t.Helper()
	s, err := lineage.Open(path)
	if err == nil {
		err = errors.Join(s.Remove("old"), s.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A removal that was killed after any of its steps is finished by the next one of that name. Files that are not the
// run's stay.
func TestRemove_killed(t *testing.T) {
	for _, gone := range [][]string{nil, {player.ChampionFile}, {player.ChampionFile, run.ConfigFile}} {
		f := withChampion(t)
		dir := f.RunDir("old")
		forget(t, f.Store)
		for _, file := range gone {
			if err := os.Remove(filepath.Join(dir, file)); err != nil {
				t.Fatal(err)
			}
		}
		done, err := run.Remove(f, false, "old")
		if want := (run.Removal{Removed: []string{"old"}, Folders: []string{"old"}}); err != nil || !reflect.DeepEqual(done, want) || len(beside(t, f)) > 0 {
			t.Errorf("without %v: %+v, left %v: %v", gone, done, beside(t, f), err)
		}
		if _, err := run.Remove(f, false, "old"); err == nil || !strings.Contains(err.Error(), `no run "old"`) {
			t.Errorf("once more: %v", err)
		}
	}
	f := withChampion(t)
	forget(t, f.Store)
	put(t, filepath.Join(f.RunDir("old"), "diary"), "mine")
	done, err := run.Remove(f, false, "old")
	if entries, failed := os.ReadDir(f.RunDir("old")); err != nil || failed != nil || len(done.Left) != 1 || len(entries) != 1 || entries[0].Name() != "diary" {
		t.Errorf("a file of the user's: %+v, %v, %v, %v", done, entries, err, failed)
	}
}

// A folder that isn't what a killed removal left stays as it is, and the error says why.
func TestRemove_refused(t *testing.T) {
	for want, meanwhile := range map[string]func(f *player.Finder){
		"run.yaml in its folder isn't as bloodline writes it": func(f *player.Finder) { put(t, filepath.Join(f.RunDir("old"), run.ConfigFile), "game: coup\n") },
		"may be of other.db": func(f *player.Finder) {
			other := *f
			other.Store = filepath.Join(filepath.Dir(f.Store), "other.db")
			data, err := os.ReadFile(copied(t, f).Store)
			if err != nil {
				t.Fatal(err)
			}
			put(t, other.Store, string(data))
		},
		`no run "old"`: func(f *player.Finder) {
			if err := errors.Join(os.Rename(f.RunDir("old"), f.RunDir("away")), os.Symlink("away", f.RunDir("old"))); err != nil {
				t.Fatal(err)
			}
		},
	} {
		f := withChampion(t)
		meanwhile(f)
		forget(t, f.Store)
		_, err := run.Remove(f, true, "old")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, have %v", want, err)
		}
		if _, err := os.Stat(filepath.Join(f.RunDir("old"), player.ChampionFile)); err != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// The folder of a run is known by its settings: one with others stays when the run is removed.
func TestRemove_another(t *testing.T) {
	f := withChampion(t)
	put(t, filepath.Join(f.RunDir("old"), run.ConfigFile), "mine")
	done, err := run.Remove(f, false, "old")
	if _, failed := os.Stat(filepath.Join(f.RunDir("old"), player.ChampionFile)); err != nil || failed != nil || len(done.Left) != 1 || len(f.Runs()) > 0 {
		t.Errorf("removed %+v, %v, %v", done, err, failed)
	}
}
