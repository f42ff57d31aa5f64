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
		{"OK largest", func(c *evolve.Config) { c.Round = evolve.MaxGenerations }, ""},
		{"negative round", func(c *evolve.Config) { c.Round = -1 }, "round: must be in [0, 100000], have -1"},
		{"OK tail", func(c *evolve.Config) { c.Tail = 1 }, ""},
		{"OK proximal", func(c *evolve.Config) { c.Tail, c.Proximal = 0.5, 1 }, ""},
		{"proximal without a tail", func(c *evolve.Config) { c.Proximal = 0.1 }, "proximal: must be 0 without a tail, have 0.1"},
		{"together", func(c *evolve.Config) { c.Round, c.Proximal = -1, 0.1 }, "round: must be in [0, 100000], have -1\nproximal: must be 0 without a tail, have 0.1"},
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
