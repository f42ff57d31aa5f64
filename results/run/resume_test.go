package run_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"bloodline"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/games/gametest/sticks"
	"bloodline/internal/guard"
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
