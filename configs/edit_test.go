package configs

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/internal/guard"
)

// A file over which nothing is laid is printed byte for byte; with all keys explained it
// means the same.
func TestText(t *testing.T) {
	for _, f := range files() {
		text, err := Text(f.Name, Overrides{}, everyName())
		if err != nil || !bytes.Equal(text, f.Data) {
			t.Errorf("%s: %v\n%s", f.Name, err, text)
		}
		want, err := Load(f.Name, Overrides{}, everyName())
		guard.Must(t, err)
		for _, text := range [][]byte{want.YAML(), want.CommentedYAML()} {
			have, err := Parse(f.Name, text, everyName())
			guard.Must(t, err)
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("%s: %s", f.Name, diff)
			}
		}
	}
}

func TestText_Edits(t *testing.T) {
	for _, c := range []struct{ name, file, set, want string }{
		{"replaced", "game: coup\nseed: 3 # mine\n", "seed=4", "game: coup\nseed: 4 # mine\n"},
		{"added", "game: coup # a game\n", "evidence.deals=40", `game: coup # a game
# How the champion's reported figures are measured.
evidence:
  # Deals for the champion's reported figures, in a contest of programs at most;
  # no selection has seen them.
  deals: 40
`},
		{"in braces", "game: coup\nevolve: {population: 8} # small\n", "evolve.sigma=0.5", "game: coup\nevolve: {population: 8, sigma: 0.5} # small\n"},
		{"a list", "game: coup\nfield: # all but one\n  - taxman # first\n  - random\n", "field=random", "game: coup\nfield: [random] # all but one\n"},
		{"all stays all", "game: coup\nfield: all\n", "seed=2", "game: coup\nfield: all\n# Seed of the whole run: equal seeds and settings give equal champions.\nseed: 2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			have, err := Text(write(t, c.file), Overrides{Set: []string{c.set}}, names())
			if diff := cmp.Diff(c.want, string(have)); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}
