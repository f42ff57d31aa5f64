package evolve_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/key"
)

func TestConfig_Validate(t *testing.T) {
	for _, tt := range []struct {
		name string
		edit func(*evolve.Config)
		want []string
	}{
		{"OK", func(*evolve.Config) {}, nil},
		{"OK smallest", func(c *evolve.Config) {
			c.Population, c.Generations, c.Elites, c.Averaging = 4, 1, 1, 1e-9
		}, nil},
		{"OK longest", func(c *evolve.Config) { c.Generations, c.Round = evolve.MaxGenerations, evolve.MaxGenerations }, nil},
		{"population", func(c *evolve.Config) { c.Population = 3; c.Elites = 1 }, []string{"population: must be in [4, 100000], have 3"}},
		{"generations", func(c *evolve.Config) { c.Generations = 0 }, []string{"generations: must be in [1, 100000], have 0"}},
		{"too many generations", func(c *evolve.Config) { c.Generations = evolve.MaxGenerations + 1 }, []string{"generations: must be in [1, 100000], have 100001"}},
		{"patience", func(c *evolve.Config) { c.Patience = -1 }, []string{"patience: must be in [0, 2147483647], have -1"}},
		{"round", func(c *evolve.Config) { c.Round = -1 }, []string{"round: must be in [0, 100000], have -1"}},
		{"elites", func(c *evolve.Config) { c.Elites = 0 }, []string{"elites: must be in [1, 50000], have 0"}},
		{"elites many", func(c *evolve.Config) { c.Elites = 51 }, []string{"elites: must be in [1, 50], have 51"}},
		{"algorithm", func(c *evolve.Config) { c.Algorithm = "annealing" }, []string{`algorithm: must be one of genetic, distribution, surrogate, sep-cma, cma-full, cma-group, spsa, parabola, random, varied, have "annealing"`}},
		{"follow", func(c *evolve.Config) { c.Follow = "" }, []string{`follow: must be one of ranks, gradient, have ""`}},
		{"champion", func(c *evolve.Config) { c.Champion = "" }, []string{`champion: must be one of tested, averaged, have ""`}},
		{"champion and patience", func(c *evolve.Config) { c.Champion, c.Patience = evolve.ChampionAveraged, 3 }, []string{"patience: must be 0 with champion averaged, which is a new one in every generation, have 3"}},
		{"averaging", func(c *evolve.Config) { c.Averaging = 0 }, []string{"averaging: must be in (0, 1], have 0"}},
		{"sigma", func(c *evolve.Config) { c.Sigma = 0.6 }, []string{"sigma: must be in (0, 0.5], have 0.6"}},
		{"OK tail", func(c *evolve.Config) { c.Tail = 1 }, nil},
		{"tail with patience", func(c *evolve.Config) { c.Tail, c.Patience = 0.5, 9 }, []string{"tail: must be 0 with patience, which ends runs at any generation, have 0.5"}},
		{"OK proximal", func(c *evolve.Config) { c.Tail, c.Proximal = 0.5, 1 }, nil},
		{"proximal without a tail", func(c *evolve.Config) { c.Proximal = 0.1 }, []string{"proximal: must be 0 without a tail, have 0.1"}},
		{"learning rate", func(c *evolve.Config) { c.LearningRate = 0 }, []string{"learning_rate: must be in (0, 1], have 0"}},
		{"learning rate NaN", func(c *evolve.Config) { c.LearningRate = math.NaN() }, []string{"learning_rate: must be in (0, 1], have NaN"}},
		{"all at once", func(c *evolve.Config) { c.Generations, c.Sigma, c.Averaging = 0, 0, 9 }, []string{
			"generations: must be in [1, 100000], have 0", "averaging: must be in (0, 1], have 9", "sigma: must be in (0, 0.5], have 0",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := evolve.DefaultConfig()
			tt.edit(&cfg)
			if got := lines(cfg.Validate()); !slices.Equal(got, tt.want) {
				t.Errorf("Validate:\n%q, want\n%q", got, tt.want)
			}
		})
	}
}

func lines(err error) []string {
	if err == nil {
		return nil
	}
	return strings.Split(err.Error(), "\n")
}

// A setting has a range or words, a sentence and a default that is allowed.
func TestConfig_keys(t *testing.T) {
	cfg := evolve.DefaultConfig()
	for _, k := range key.Of(&cfg) {
		if (k.Range == key.Range{}) == (k.Words == nil) || k.Default == "" || !strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s: %+v", k.Name, k)
		}
	}
	if err := cfg.Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
}
