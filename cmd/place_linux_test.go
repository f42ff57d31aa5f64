package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/evolve"
	"bloodline/internal/guard"
)

// A contest of programs that is bred in two places has one champion file, which is read from any current folder and goes
// where the contest goes.
func TestChampion_independentOfPlace(t *testing.T) {
	guard.Slow(t)
	var files []string
	var dir string
	for _, below := range []string{"a", filepath.Join("b c", "deeper")} {
		dir = filepath.Join(t.TempDir(), below)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(dir, os.DirFS(newDuel(t, evolve.AlgorithmDistribution))); err != nil {
			t.Fatal(err)
		}
		mustRun(t, dir, "breed", "run.yaml", "--name", "run", "--set", "evolve.generations=2", "--set", "evidence.deals=20")
		files = append(files, read(t, filepath.Join(dir, "results", "run", "champion.json")))
	}
	if files[0] != files[1] || strings.Contains(files[0], filepath.Dir(dir)) {
		t.Errorf("the champion files of two places differ:\n%s\n%s", files[0], files[1])
	}
	elsewhere := t.TempDir()
	store := filepath.Join(dir, defaultStore)
	for _, args := range [][]string{
		{"verify", filepath.Join(dir, "results", "run", "champion.json"), "--seed", "2"},
		{"inspect", filepath.Join(dir, "results", "run", "champion.json")},
		{"inspect", "run", "--store", store},
		{"export", "run", "--store", store, "--out", "bot"},
		{"breed", "--resume=run", "--store", store, "--set", "evolve.generations=3"},
		{"verify", "run", "--store", store, "--seed", "2"},
	} {
		mustRun(t, elsewhere, args...)
	}
	if text := mustRun(t, elsewhere, "inspect", "run", "--store", store); !strings.Contains(text, "said by the champion file") {
		t.Errorf("inspect shows the evidence of a file as proved:\n%s", text)
	}
	mustRun(t, elsewhere, "exploit", "run", "--store", store, "--games", "400", "--deals", "10", "--name", "attack")
	if text := read(t, filepath.Join(dir, "results", "attack", "target.json")); strings.Contains(text, dir) {
		t.Errorf("the target of an exploiter names %s:\n%s", dir, text)
	}
	moved := filepath.Join(elsewhere, "moved")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	mustRun(t, moved, "verify", filepath.Join("results", "run", "champion.json"), "--seed", "2", "--trust")
}
