package configs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// fake returns a game of which only names are known, and whether it has a gradient.
func fake(name string, learns bool, baselines ...string) *game.Game {
	g := &game.Game{Definition: game.Definition{Table: namedGame(name), Strangers: func(uint64, engine.Player) engine.Player { return nil }}}
	for _, b := range baselines {
		g.Baselines = append(g.Baselines, engine.Baseline{Name: b})
	}
	if learns {
		g.Gradient = func([]float64) engine.Player { return nil }
	}
	return g
}

type namedGame string

func (n namedGame) Info() engine.Info      { return engine.Info{Name: string(n)} }
func (n namedGame) NewTable() engine.Table { panic("nobody plays") }

// everyName knows the opponents of the shipped run files.
func everyName() game.Set {
	var out game.Set
	for _, name := range []string{"coup", "wojna", "samurai"} {
		out = append(out, fake(name, true, shippedNamed[name]...))
	}
	out[0].Shipped.RunFiles = files()
	return out
}

// names are two games of which the second has a name of the first, and the shipped run
// files.
func names() game.Set {
	coup, wojna := fake("coup", true, "Calculator", "Taxman", "Random"), fake("wojna", false, "Tight", "Random")
	coup.Strangers, wojna.Strangers, coup.Shipped.RunFiles = nil, nil, files()
	return game.Set{coup, wojna}
}

// files returns the run files of the shipped games, by name.
func files() []game.File {
	entries, err := Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	var out []game.File
	for _, e := range entries {
		data, err := Files.ReadFile(e.Name())
		if err != nil {
			panic(err)
		}
		out = append(out, game.File{Name: strings.TrimSuffix(e.Name(), ".yaml"), Data: data})
	}
	slices.SortFunc(out, func(a, b game.File) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Rotation holds out a sixth of the baselines that no key names, other ones with each
// seed, and all of them within about six seeds; if the field names its members, it holds out none.
func TestRotation(t *testing.T) {
	var all []string
	for i := range 14 {
		all = append(all, fmt.Sprintf("b%d", i))
	}
	n := game.Set{fake("coup", true, all...)}
	load := func(text string) *Config {
		t.Helper()
		c := guard.Value(Parse("f.yaml", []byte("game: coup\n"+text), n))(t)
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
