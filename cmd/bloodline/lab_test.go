package main

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/genome"
)

// generation measures varied defaults of coup on the deals of a generation.
func generation(t *testing.T, set ...string) []evolve.Fitness {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tiny.yaml")
	write(t, path, tiny)
	cfg, err := configs.Load(path, configs.Overrides{Set: append([]string{"fitness.blocks=100"}, set...)}, known())
	if err != nil {
		t.Fatal(err)
	}
	l, err := new(app).newLab(cfg)
	if err != nil {
		t.Fatal(err)
	}
	population := make([]genome.Vector, cfg.Evolve.Population)
	for i := range population {
		population[i] = l.game.Schema.Default()
		population[i][i] = l.game.Schema.Genes[i].Min
	}
	out, err := l.Evaluate(context.Background(), 3, population)
	if err != nil {
		t.Fatal(err)
	}
	games := int64(0)
	for _, f := range out {
		games += f.Games
	}
	if have := l.games.Load(); have != games {
		t.Errorf("want %d games counted, have %d", games, have)
	}
	return out
}

// Of 100 deals rounded up to 104 all play 39 and the best of them the rest, elites
// in any case. More games do not change what the same games said.
func TestLab_Evaluate_race(t *testing.T) {
	full := generation(t)
	for _, c := range []struct {
		race       float64
		elites, on int
	}{
		{0.5, 1, 4}, {0.1, 2, 2}, {0.3, 3, 3}, {1, 2, 8},
	} {
		set := []string{fmt.Sprintf("fitness.race=%v", c.race), fmt.Sprintf("evolve.elites=%d", c.elites)}
		got := generation(t, set...)
		if other := generation(t, append(set, "workers=3")...); !reflect.DeepEqual(got, other) {
			t.Errorf("race %v: %v, with three workers %v", c.race, got, other)
		}
		on := 0
		for i, f := range got {
			switch {
			case f.Games == 2*104 && reflect.DeepEqual(f, full[i]):
				on++
			case f.Games != 2*39 || i < c.elites:
				t.Errorf("race %v: %d measured %+v, in full %+v", c.race, i, f, full[i])
			}
		}
		if on != c.on {
			t.Errorf("race %v: want %d who play on, have %d", c.race, c.on, on)
		}
	}
}
