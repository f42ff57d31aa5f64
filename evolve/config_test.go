package evolve_test

import (
	"testing"

	"bloodline/evolve"
)

func TestConfig_Rules(t *testing.T) {
	for _, tt := range []struct {
		name string
		edit func(*evolve.Config)
		want string
	}{
		{"OK defaults", func(*evolve.Config) {}, ""},
		{"OK largest", func(c *evolve.Config) { c.Elites, c.Round = 50, evolve.MaxGenerations }, ""},
		{"negative round", func(c *evolve.Config) { c.Round = -1 }, "round: must be in [0, 100000], have -1"},
		{"elites", func(c *evolve.Config) { c.Elites = 51 }, "elites: must be in [1, 50], have 51"},
		{"champion and patience", func(c *evolve.Config) { c.Champion, c.Patience = evolve.ChampionAveraged, 3 }, "patience: must be 0 with champion averaged, which is a new one in every generation, have 3"},
		{"OK tail", func(c *evolve.Config) { c.Tail = 1 }, ""},
		{"tail with patience", func(c *evolve.Config) { c.Tail, c.Patience = 0.5, 9 }, "tail: must be 0 with patience, which ends runs at any generation, have 0.5"},
		{"OK proximal", func(c *evolve.Config) { c.Tail, c.Proximal = 0.5, 1 }, ""},
		{"proximal without a tail", func(c *evolve.Config) { c.Proximal = 0.1 }, "proximal: must be 0 without a tail, have 0.1"},
		{"together", func(c *evolve.Config) { c.Elites, c.Proximal = 51, 0.1 }, "elites: must be in [1, 50], have 51\nproximal: must be 0 without a tail, have 0.1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := evolve.DefaultConfig()
			tt.edit(&cfg)
			have := ""
			if err := cfg.Rules().Join(); err != nil {
				have = err.Error()
			}
			if have != tt.want {
				t.Errorf("have\n%s\nwant\n%s", have, tt.want)
			}
		})
	}
}
