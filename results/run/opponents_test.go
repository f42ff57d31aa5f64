package run_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/configs"
	"bloodline/evolve/store"
	file "bloodline/genome/champion"
	"bloodline/internal/guard"
	"bloodline/results/run"
)

// rival writes a champion file of Coup with all defaults but one gene, at a temperature.
func rival(t *testing.T, path string, gene, temperature float64) {
	t.Helper()
	g, _ := shipped(t).ByName("coup")
	v := g.Schema.Default()
	v[0] = gene
	f, err := file.New(g.Schema, "rival", "test", v, file.Origin{})
	guard.Must(t, err)
	f.Temperature = temperature
	data, err := f.Encode()
	guard.Must(t, err)
	guard.Must(t, os.WriteFile(path, data, 0o600))
}

// A run goes on against the opponents that it began with; one whose file has other genes, or another temperature, is named
// when it is resumed and when its champion is verified.
func TestResume_opponents(t *testing.T) {
	dir := t.TempDir()
	x, y := filepath.Join(dir, "x.json"), filepath.Join(dir, "y.json")
	same := func() { rival(t, x, 0.25, 0); rival(t, y, 0.5, 0) }
	same()
	f := stopped(t, small["genetic"]+strings.ReplaceAll("field: [Taxman, defaults, "+x+", "+y+"]\n", "\\", "/"), 1)
	whole, err := champion(copied(t, f))
	guard.Must(t, err)
	for _, c := range []struct {
		path              string
		gene, temperature float64
	}{{x, 0.26, 0}, {x, 0.25, 0.5}, {y, 0.25, 0}} {
		rival(t, c.path, c.gene, c.temperature)
		before, err := os.ReadFile(f.Store)
		guard.Must(t, err)
		_, err = run.Resume(f, "mine", configs.Overrides{})
		if want := "the opponent " + filepath.ToSlash(c.path) + " is no longer the one that it began with"; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want %q", c, err, want)
		}
		after, err := os.ReadFile(f.Store)
		if err != nil || string(before) != string(after) {
			t.Errorf("the store was changed, %v", err)
		}
		same()
	}
	rival(t, x, 0.25, 1) // says the same
	if got, err := champion(f); err != nil || string(got) != string(whole) {
		t.Errorf("resumed, it ends with another champion, %v", err)
	}
	same()

	path := filepath.Join(f.RunDir("mine"), "champion.json")
	verify := func() (bool, string) {
		t.Helper()
		p, err := f.FindInFile(path)
		guard.Must(t, err)
		v, err := run.Verify(t.Context(), f, path, p, 1, 7, 0)
		guard.Must(t, err)
		return v.Equal, strings.Join(v.Table().Notes, "\n")
	}
	if equal, notes := verify(); !equal || !strings.Contains(notes, "repeats to the last digit") {
		t.Errorf("%v, %s", equal, notes)
	}
	rival(t, y, 0.51, 0)
	if equal, notes := verify(); equal || !strings.Contains(strings.ReplaceAll(notes, "\n", " "), "was measured against other genes of "+filepath.ToSlash(y)) {
		t.Errorf("%v, %s", equal, notes)
	}
	same()
	s, err := store.OpenReadOnly(t.Context(), f.Store)
	guard.Must(t, err)
	defer s.Close()
	row, err := s.Run("mine")
	if err != nil || len(row.Opponents) != 4 || row.Opponents[0] != "" || row.Opponents[1] == "" || row.Opponents[2] == row.Opponents[3] {
		t.Errorf("stored are %+v, %v", row.Opponents, err)
	}
}
