package run_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/configs/player"
	"bloodline/evolve/key"
	"bloodline/evolve/lineage"
	champions "bloodline/genome/champion"
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

// within does something with a store, and closes it, as the death of a process does.
func within(t *testing.T, f *player.Finder, do func(s *lineage.Store) error) {
	t.Helper()
	s, err := lineage.Open(f.Store)
	if err == nil {
		err = errors.Join(do(s), s.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// agree fails unless the store has one run, or none for "", and beside the store lies its folder alone, and others.
func agree(t *testing.T, f *player.Finder, name string, others ...string) {
	t.Helper()
	if runs := strings.Join(f.Runs(), " "); runs != name {
		t.Errorf("the store has %q, not %q", runs, name)
	}
	want := append([]string{}, others...)
	if name != "" {
		want = append(want, name)
	}
	slices.Sort(want)
	var have []string
	entries, err := os.ReadDir(filepath.Dir(f.Store))
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "lineage.db") {
			have = append(have, e.Name())
		}
	}
	if !slices.Equal(have, want) || err != nil {
		t.Errorf("beside the store lie %q, not %q: %v", have, want, err)
	}
	s, err := lineage.OpenReadOnly(f.Store)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if changes, err := s.Changes(); len(changes) > 0 || err != nil {
		t.Errorf("left over: %v, %v", changes, err)
	}
	if name == "" {
		return
	}
	row, err := s.Run(name)
	text, failed := os.ReadFile(filepath.Join(f.RunDir(name), run.ConfigFile))
	if err != nil || failed != nil || string(text) != row.Config {
		t.Errorf("its settings are others in the folder: %v, %v", err, failed)
	}
	p, err := f.InFile(filepath.Join(f.RunDir(name), player.ChampionFile))
	if err != nil || name != "old" && (p.File.Name != name || p.File.Origin.Run != name) {
		t.Errorf("its champion is of another name: %v", err)
	}
	if left, err := run.UnfinishedFiles(f, s); len(left) > 0 || err != nil {
		t.Errorf("left over: %v, %v", left, err)
	}
}

// next are what a user may do first after a kill.
var next = map[string]func(*player.Finder) error{
	"a command that reads": func(f *player.Finder) error { run.Mend(f); return nil },
	"one that writes": func(f *player.Finder) error {
		_, err := run.Tag(f, "none", func(*lineage.Tags) bool { return false })
		if errors.As(err, new(key.Usage)) { // there is no such run
			_, err = run.Prune(f, f.Runs()...)
		}
		return err
	},
}

// A renaming that was killed after any of its steps is finished by the next command.
func TestRename_killed(t *testing.T) {
	steps := []func(f *player.Finder, config string) error{
		func(f *player.Finder, _ string) error { return os.Rename(f.RunDir("old"), f.RunDir("new")) },
		func(f *player.Finder, _ string) error {
			return os.WriteFile(champions.Part(filepath.Join(f.RunDir("new"), player.ChampionFile)), []byte("{"), 0o600)
		},
		func(f *player.Finder, config string) error {
			return os.WriteFile(filepath.Join(f.RunDir("new"), run.ConfigFile), []byte(config), 0o600)
		},
	}
	for name, then := range next {
		for done := range len(steps) + 1 {
			f := withChampion(t)
			var config string
			within(t, f, func(s *lineage.Store) error {
				row, err := s.Run("old")
				config = row.Config + "# new\n"
				if err == nil {
					_, err = s.Rename("old", "new", config)
				}
				return err
			})
			for _, step := range steps[:done] {
				if err := step(f, config); err != nil {
					t.Fatal(err)
				}
			}
			if err := then(f); err != nil {
				t.Errorf("%s after %d steps: %v", name, done, err)
			}
			agree(t, f, "new")
		}
	}
}

// A renaming that can't be finished is undone: the new name has been taken since, or the folder isn't the run's.
func TestRename_undone(t *testing.T) {
	for name, meanwhile := range map[string]func(f *player.Finder) string{
		"taken":   func(f *player.Finder) string { return filepath.Join(f.RunDir("new"), "diary") },
		"a file":  func(f *player.Finder) string { return f.RunDir("new") },
		"foreign": func(f *player.Finder) string { return filepath.Join(f.RunDir("old"), run.ConfigFile) },
	} {
		f := withChampion(t)
		within(t, f, func(s *lineage.Store) error {
			_, err := s.Rename("old", "new", "game: coup\n")
			return err
		})
		path := meanwhile(f)
		put(t, path, "mine")
		run.Mend(f)
		if text, err := os.ReadFile(path); string(text) != "mine" || strings.Join(f.Runs(), "") != "old" {
			t.Errorf("%s: the user's file has %q (%v), the store has %v", name, text, err, f.Runs())
		}
	}
}

// A removal that was killed is finished by the next command. Files that are not the run's stay, and so does a folder
// that is another one's.
func TestRemove_killed(t *testing.T) {
	for name, then := range next {
		for _, gone := range [][]string{nil, {player.ChampionFile}, {player.ChampionFile, run.ConfigFile}} {
			for _, others := range [][]string{nil, {"diary"}} {
				f := withChampion(t)
				dir := f.RunDir("old")
				within(t, f, func(s *lineage.Store) error {
					_, err := s.Remove("old")
					return err
				})
				for _, file := range gone {
					if err := os.Remove(filepath.Join(dir, file)); err != nil {
						t.Fatal(err)
					}
				}
				for _, file := range others {
					put(t, filepath.Join(dir, file), "mine")
				}
				if err := then(f); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				if others == nil {
					agree(t, f, "")
					continue
				}
				agree(t, f, "", "old")
				if entries, err := os.ReadDir(dir); len(entries) != 1 || entries[0].Name() != "diary" {
					t.Errorf("in its folder are %v, %v", entries, err)
				}
			}
		}
	}
	f := withChampion(t)
	within(t, f, func(s *lineage.Store) error {
		_, err := s.Remove("old")
		return err
	})
	put(t, filepath.Join(f.RunDir("old"), run.ConfigFile), "mine")
	run.Mend(f)
	if _, err := os.Stat(filepath.Join(f.RunDir("old"), player.ChampionFile)); err != nil {
		t.Errorf("another folder of this name: %v", err)
	}
}

// A run is renamed to a name that is free, and to no other: neither to that of the store, of a file, of a link, nor of
// a folder with files.
func TestRename_taken(t *testing.T) {
	for _, to := range []string{"lineage.db", "notes.txt", "link", "gone", "full", "target"} {
		f := withChampion(t)
		beside := filepath.Dir(f.Store)
		put(t, filepath.Join(beside, "notes.txt"), "mine")
		put(t, filepath.Join(beside, "full", "diary"), "mine")
		put(t, filepath.Join(beside, "target", player.TargetFile), "mine")
		if err := errors.Join(os.Symlink("full", filepath.Join(beside, "link")), os.Symlink("nowhere", filepath.Join(beside, "gone"))); err != nil {
			t.Fatal(err)
		}
		err := run.Rename(f, false, "old", to)
		if err == nil || !strings.Contains(err.Error(), "NAME: the run's folder ") || !strings.Contains(err.Error(), "must not exist or be empty, it ") {
			t.Errorf("%s: have %v", to, err)
		}
		agree(t, f, "old", "full", "gone", "link", "notes.txt", "target")
	}
	f := withChampion(t)
	if err := errors.Join(os.Mkdir(f.RunDir("empty"), 0o755), run.Rename(f, false, "old", "empty")); err != nil {
		t.Error(err)
	}
	agree(t, f, "empty")
}
