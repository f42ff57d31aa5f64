package configs_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/evolve/key"
	"bloodline/internal/tier"
)

// everyName knows the opponents of the shipped run files.
func everyName() game.Set {
	var out game.Set
	for _, name := range []string{"coup", "wojna", "samurai"} {
		out = append(out, fake(name, true, shippedNamed[name]...))
	}
	out[0].Shipped.RunFiles = files()
	return out
}

// A file over which nothing is laid is printed byte for byte; with all keys explained it
// means the same.
func TestText(t *testing.T) {
	for _, f := range files() {
		text, err := configs.Text(f.Name, configs.Overrides{}, everyName())
		if err != nil || !bytes.Equal(text, f.Data) {
			t.Errorf("%s: %v\n%s", f.Name, err, text)
		}
		want, err := configs.Load(f.Name, configs.Overrides{}, everyName())
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range [][]byte{want.YAML(), want.Explained()} {
			have, err := configs.Parse(f.Name, text, everyName())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("%s: %s", f.Name, diff)
			}
		}
	}
}

// Every key over every shipped file: the text that is printed means what is bred, and
// keeps every comment of the file.
func TestText_Overrides(t *testing.T) {
	tier.Slow(t)
	for _, f := range files() {
		defaults := configs.Default()
		for _, k := range key.Of(&defaults) {
			value := k.Default
			if k.Name == "game" {
				value = strings.Split(f.Name, "-")[0]
			}
			o := configs.Overrides{Set: []string{k.Name + "=" + value}}
			want, bad := configs.Load(f.Name, o, everyName())
			text, err := configs.Text(f.Name, o, everyName())
			if bad != nil {
				if err == nil || err.Error() != bad.Error() {
					t.Errorf("%s: %s: Load says %v, Text %v", f.Name, k.Name, bad, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			have, err := configs.Parse(f.Name, text, everyName())
			if err != nil {
				t.Fatalf("%s: %s: %v\n%s", f.Name, k.Name, err, text)
			}
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("%s: %s: %s", f.Name, k.Name, diff)
			}
			for line := range strings.Lines(string(f.Data)) {
				if _, comment, ok := strings.Cut(line, "#"); ok && !strings.Contains(string(text), strings.TrimSpace(comment)) {
					t.Errorf("%s: %s: %q is gone from\n%s", f.Name, k.Name, line, text)
				}
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
  # Deals for the champion's reported figures; no selection has seen them.
  deals: 40
`},
		{"in braces", "game: coup\nevolve: {population: 8} # small\n", "evolve.sigma=0.5", "game: coup\nevolve: {population: 8, sigma: 0.5} # small\n"},
		{"a list", "game: coup\nfield: # all but one\n  - taxman # first\n  - random\n", "field=random", "game: coup\nfield: [random] # all but one\n"},
		{"all stays all", "game: coup\nfield: all\n", "seed=2", "game: coup\nfield: all\n# Seed of the whole run: equal seeds and settings give equal champions.\nseed: 2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			have, err := configs.Text(write(t, c.file), configs.Overrides{Set: []string{c.set}}, names())
			if diff := cmp.Diff(c.want, string(have)); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}
