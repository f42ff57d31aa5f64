package configs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bloodline/configs"
)

// names are two games of which the second has a name of the first.
func names() configs.Names {
	return configs.Names{
		Games: []string{"coup", "wojna"},
		Opponents: func(game string) []string {
			if game == "coup" {
				return []string{"Calculator", "Taxman", "Random"}
			}
			return []string{"Tight", "Random"}
		},
		Learns: func(game string) bool { return game == "coup" },
		Files:  files(),
	}
}

// files returns the run files of the shipped games, by name.
func files() []configs.File {
	entries, err := configs.Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	var out []configs.File
	for _, e := range entries {
		data, err := configs.Files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		out = append(out, configs.File{Name: strings.TrimSuffix(e.Name(), ".yaml"), Data: data})
	}
	slices.SortFunc(out, func(a, b configs.File) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Rotation holds out a sixth of the baselines that nobody named, other ones with each
// seed, and all of them within six seeds or so; where the field names its members, nobody.
func TestRotation(t *testing.T) {
	var all []string
	for i := range 14 {
		all = append(all, fmt.Sprintf("b%d", i))
	}
	n := configs.Names{Games: []string{"coup"}, Opponents: func(string) []string { return all }}
	load := func(text string) *configs.Config {
		t.Helper()
		c, err := configs.Parse("f.yaml", []byte("game: coup\n"+text), n)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	seen := map[string]bool{}
	for seed := range 7 {
		c := load(fmt.Sprintf("seed: %d\n", seed))
		if len(c.Field) != 12 || len(c.Holdout) != 2 {
			t.Fatalf("seed %d: field %v, held out %v", seed, c.Field, c.Holdout)
		}
		for _, b := range c.Holdout {
			if seen[b] || slices.Contains(c.Field, b) {
				t.Errorf("seed %d holds out %s, who is in the field or was held out before", seed, b)
			}
			seen[b] = true
		}
	}
	for text, want := range map[string]int{
		"field: [b1, b2]\n": 0, "field: [b1*2, b2, all]\n": 2, "holdout: []\n": 0, "holdout: [b3]\n": 1, "holdout: [b3, rotation]\n": 3,
		"field: [b1, all]\nholdout: [rotation, b2, b3, b4, b5, b6, b7, b8]\n": 8,
	} {
		if c := load(text); len(c.Holdout) != want {
			t.Errorf("%s holds out %v, want %d", text, c.Holdout, want)
		}
	}
}
