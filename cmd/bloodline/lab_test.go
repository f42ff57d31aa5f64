package main

import (
	"context"
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

// Of 100 deals, rounded up to 104, everybody plays all, wherever they are played.
func TestLab_Evaluate(t *testing.T) {
	got := generation(t)
	for i, f := range got {
		if f.Games != 2*104 {
			t.Errorf("genome %d: want 208 games, have %+v", i, f)
		}
	}
	if other := generation(t, "workers=3"); !reflect.DeepEqual(got, other) {
		t.Errorf("%v, with three workers %v", got, other)
	}
}
