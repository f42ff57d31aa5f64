package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve/store"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// named starts runs of a store, and returns their names.
func named(t *testing.T) (*player.Finder, func(name, defaultName string) (string, error)) {
	t.Helper()
	f := &player.Finder{Games: shipped(t), Store: filepath.Join(t.TempDir(), "results", "lineage.db")}
	cfg, err := configs.Parse("run.yaml", []byte("game: coup\n"), f.Games)
	guard.Must(t, err)
	return f, func(name, defaultName string) (string, error) {
		r, err := run.Start(f, name, defaultName, cfg)
		if err != nil {
			return "", err
		}
		return r.Name(), r.Close()
	}
}

// A default name is made fit for a folder, and is free in the store and
// beside it.
func TestStart_free(t *testing.T) {
	f, start := named(t)
	if _, err := start("mine-1", ""); err != nil {
		t.Fatal(err)
	}
	guard.Must(t, os.Mkdir(f.RunDir("folder"), 0o755))
	for defaultName, want := range map[string]string{
		"other-1":     "other-1",
		"mine-1":      "mine-1-2",
		"folder":      "folder-2",
		"a b/ć":       "a-b-ć",
		"日本-1":        "日本-1",
		"-_.x":        "x",
		"":            "run",
		"../../etc-1": "etc-1",
	} {
		if got, err := start("", defaultName); err != nil || got != want {
			t.Errorf("%q: have %q, %v, want %q", defaultName, got, err, want)
		}
	}
}

// What a process that was killed before its run began has left does not take the run's name; files of others do.
func TestStart_leftover(t *testing.T) {
	f, start := named(t)
	if _, err := start("first", ""); err != nil {
		t.Fatal(err)
	}
	head, err := os.ReadFile(filepath.Join(f.RunDir("first"), store.LockFile))
	guard.Must(t, err)
	id, _, _ := strings.Cut(string(head), " ")
	put(t, filepath.Join(f.RunDir("early"), store.LockFile), id+" "+strings.Repeat("A", 26)+" lineage.db\n123")
	put(t, filepath.Join(f.RunDir("early"), player.TargetFile), "{}")
	put(t, filepath.Join(f.RunDir("early"), "diary"), "mine")
	if _, err := start("early", ""); err == nil || !strings.Contains(err.Error(), "must not exist or be empty, it has diary") {
		t.Errorf("with a diary: %v", err)
	}
	put(t, filepath.Join(f.RunDir("early"), player.TargetFile), "{}")
	guard.Must(t, os.Rename(filepath.Join(f.RunDir("early"), "diary"), filepath.Join(f.RunDir("early"), player.ChampionFile)))
	if _, err := start("early", ""); err == nil || !strings.Contains(err.Error(), "must not exist or be empty, it has champion.json") {
		t.Errorf("with a champion: %v", err)
	}
	guard.Must(t, os.Remove(filepath.Join(f.RunDir("early"), player.ChampionFile)))
	if name, err := start("early", ""); err != nil || name != "early" || inside(t, f.RunDir("early")) != "run.lock run.yaml" {
		t.Errorf("have %s, %v with %s", name, err, inside(t, f.RunDir("early")))
	}
}

// A name that was given holds, or is refused: it must not hide a player, nor write
// over files.
func TestStart_given(t *testing.T) {
	f, start := named(t)
	if _, err := start("mine", ""); err != nil {
		t.Fatal(err)
	}
	full := f.RunDir("full")
	guard.Must(t, os.Mkdir(full, 0o755))
	guard.Must(t, os.WriteFile(filepath.Join(full, "diary"), nil, 0o600))
	for name, want := range map[string]string{
		"a.B_2-c":       "",
		"mine":          "there is a run mine already",
		"coup":          "must not be the name of a shipped champion or a baseline",
		"taxman":        "must not be the name of a shipped champion or a baseline",
		"a b":           "must be of letters",
		"-x":            "must be of letters",
		"x.json":        "must be of letters",
		"samurai:rebel": "must be of letters",
		"full":          "must not exist or be empty, it has diary",
	} {
		got, err := start(name, "defaultName")
		switch {
		case want == "" && (err != nil || got != name):
			t.Errorf("%q: have %q, %v", name, got, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), "--name: ") || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: want an error with %q, have %v", name, want, err)
		}
	}
}
