package run_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/games/gametest/sticks"
	"bloodline/internal/guard"
	"bloodline/internal/version"
	"bloodline/results/run"
)

// A resumed run breeds pairs of features if it did so from its beginning, with more generations too,
// and when it is begun anew.
func TestResume_pairs(t *testing.T) {
	set, err := bloodline.Resolve(bloodline.Small(sticks.Pairs, nil))
	guard.Must(t, err)
	for generations, bred := range map[int]bool{2: false, 1000: true} {
		f := &player.Finder{Games: set, Store: filepath.Join(t.TempDir(), "lineage.db")}
		text := fmt.Sprintf("game: sticks\nevolve: {population: 10, generations: %d}\nfitness: {deals: 10}\n", generations)
		c, err := configs.Parse("run.yaml", []byte(text), set)
		guard.Must(t, err)
		r, err := run.Start(f, "mine", "mine", c)
		guard.Must(t, err)
		guard.Must(t, r.Close())
		if r, err = run.Resume(f, "mine", configs.Overrides{Set: []string{"evolve.generations=1000"}}); err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		for _, g := range r.Evaluator.Schema.Genes[2:] {
			if (g.Max-g.Min > 0.01) != bred {
				t.Errorf("begun with %d generations: %s has a range of %g", generations, g.Name, g.Max-g.Min)
			}
		}
	}
}

// A run that another version began is resumed with a warning, and its champion file names the version that wrote it.
func TestResume_version(t *testing.T) {
	const text = "evolve: {population: 8, generations: 4}\n"
	want, err := champion(stopped(t, text, -1))
	guard.Must(t, err)
	f := stopped(t, text, 1)
	old, err := store.OpenReadOnly(t.Context(), f.Store)
	guard.Must(t, err)
	defer old.Close()
	row, err := old.Run("mine")
	guard.Must(t, err)
	f = &player.Finder{Games: f.Games, Store: filepath.Join(t.TempDir(), "lineage.db")}
	s, err := store.Open(t.Context(), f.Store)
	guard.Must(t, err)
	guard.Must(t, s.Lock("mine"))
	row.Info.Program = "v0.0.9"
	rows, err := s.Begin(row.Info)
	guard.Must(t, err)
	for n := range row.Generations {
		g, err := old.Generation("mine", n)
		guard.Must(t, err)
		guard.Must(t, rows.Record(*g))
	}
	guard.Must(t, errors.Join(rows.Finish(store.Stopped), s.Close()))
	r, err := run.Resume(f, "mine", configs.Overrides{})
	guard.Must(t, err)
	var told []string
	r.Warn = func(text string) { told = append(told, text) }
	_, _, err = r.Breed(t.Context(), func(evolve.Generation) error { return nil })
	guard.Must(t, errors.Join(err, r.Close()))
	if len(told) != 1 || !strings.HasPrefix(told[0], "mine was begun by bloodline v0.0.9, this is "+version.String()+":") {
		t.Errorf("told %q", told)
	}
	have, err := os.ReadFile(filepath.Join(f.RunDir("mine"), player.ChampionFile))
	guard.Must(t, err)
	if !bytes.Equal(have, want) {
		t.Errorf("resumed:\n%.2000s\nwant:\n%.2000s", have, want)
	}
}
