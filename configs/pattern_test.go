package configs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/game"
	"bloodline/internal/guard"
)

// A pattern in a field stands for the files that it matches, from the folder of the run file or, of a flag, the current one.
func TestLoad_pattern(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"mine/rivals/b.json", "mine/rivals/a.json", "rivals/c.json", "mine/my.yaml"} {
		guard.Must(t, os.MkdirAll(filepath.Dir(name), 0o700))
		text := "game: coup\nfield: [Mask, 'rivals/*.json*3']\nholdout: ['rivals/b*.json']\n"
		guard.Must(t, os.WriteFile(name, []byte(text), 0o600))
	}
	path := filepath.Join("mine", "my.yaml")
	if _, err := Load(path, Overrides{}, game.Set{fake("coup", true, "Mask", "Random")}); err == nil || !strings.Contains(err.Error(), `mine/my.yaml:3: holdout[0]: must not stand in field[2] too, have "rivals/b.json"`) {
		t.Errorf("have %v", err)
	}
	c, err := Load(path, Overrides{Set: []string{"holdout="}}, game.Set{fake("coup", true, "Mask", "Random")})
	if err != nil || !slices.Equal(c.Field, []string{"Mask", "rivals/a.json*3", "rivals/b.json*3"}) {
		t.Errorf("have %v, %v", c, err)
	}
	c, err = Load(path, Overrides{Set: []string{"field=rivals/*.json", "holdout="}}, game.Set{fake("coup", true, "Mask", "Random")})
	if err != nil || len(c.Field) != 1 || c.Field[0] != filepath.Join(dir, "rivals", "c.json") {
		t.Errorf("have %v, %v", c.Field, err)
	}
}
