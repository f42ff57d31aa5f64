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
	const byRanks, byGradient = evolve.AlgorithmDistribution, evolve.AlgorithmGradient
	for _, tt := range []struct {
		name string
		edit func(*evolve.Config)
		want []string
	}{
		{"OK", func(*evolve.Config) {}, nil},
		{"OK smallest", func(c *evolve.Config) {
			c.Population, c.Generations, c.Elites, c.Averaging = 4, 1, 1, 0
			c.Genetic.Tournament, c.Genetic.Parents, c.Genetic.Tau = 1, 2, 0
		}, nil},
		{"OK longest", func(c *evolve.Config) { c.Generations, c.Round = evolve.MaxGenerations, evolve.MaxGenerations }, nil},
		{"population", func(c *evolve.Config) { c.Population = 3; c.Elites = 1 }, []string{"population: must be in [4, 100000], have 3"}},
		{"generations", func(c *evolve.Config) { c.Generations = 0 }, []string{"generations: must be in [1, 100000], have 0"}},
		{"too many generations", func(c *evolve.Config) { c.Generations = evolve.MaxGenerations + 1 }, []string{"generations: must be in [1, 100000], have 100001"}},
		{"patience", func(c *evolve.Config) { c.Patience = -1 }, []string{"patience: must be in [0, 2147483647], have -1"}},
		{"round", func(c *evolve.Config) { c.Round = -1 }, []string{"round: must be in [0, 100000], have -1"}},
		{"elites", func(c *evolve.Config) { c.Elites = 0 }, []string{"elites: must be in [1, 50000], have 0"}},
		{"elites many", func(c *evolve.Config) { c.Elites = 51 }, []string{"elites: must be in [1, 50], have 51"}},
		{"algorithm", func(c *evolve.Config) { c.Algorithm = "annealing" }, []string{`algorithm: must be one of genetic, memetic, distribution, gradient, surrogate, sep-cma, cma-full, cma-group, spsa, parabola, random, varied, have "annealing"`}},
		{"champion", func(c *evolve.Config) { c.Champion = "" }, []string{`champion: must be one of tested, averaged, have ""`}},
		{"champion without average", func(c *evolve.Config) { c.Champion, c.Averaging = evolve.ChampionAveraged, 0 }, []string{"averaging: must be in (0, 1] with champion averaged, have 0"}},
		{"champion and patience", func(c *evolve.Config) { c.Champion, c.Patience = evolve.ChampionAveraged, 3 }, []string{"patience: must be 0 with champion averaged, who is a new one in every generation, have 3"}},
		{"averaging", func(c *evolve.Config) { c.Averaging = -1 }, []string{"averaging: must be in [0, 1], have -1"}},
		{"averaging a distribution", func(c *evolve.Config) { c.Algorithm, c.Averaging = byRanks, 0 }, []string{"averaging: must be in (0, 1] unless the algorithm is genetic, have 0"}},
		{"mutation rate", func(c *evolve.Config) { c.Genetic.MutationRate = 1.7 }, []string{"genetic.mutation_rate: must be in (0, 1], have 1.7"}},
		{"step", func(c *evolve.Config) { c.Genetic.Step = 0.6 }, []string{"genetic.step: must be in [step_min, 0.5], have 0.6"}},
		{"sigma", func(c *evolve.Config) { c.Algorithm, c.Distribution.Sigma = byGradient, 0.6 }, []string{"distribution.sigma: must be at most 0.5, have 0.6"}},
		{"OK sigma that nobody reads", func(c *evolve.Config) { c.Distribution.Sigma = 0.6 }, nil},
		{"OK tail", func(c *evolve.Config) { c.Algorithm, c.Distribution.Tail = byRanks, 1 }, nil},
		{"tail with patience", func(c *evolve.Config) { c.Algorithm, c.Distribution.Tail, c.Patience = byRanks, 0.5, 9 }, []string{"distribution.tail: must be 0 with patience, which ends runs at any generation, have 0.5"}},
		{"OK proximal", func(c *evolve.Config) { c.Algorithm, c.Distribution.Tail, c.Distribution.Proximal = byGradient, 0.5, 1 }, nil},
		{"proximal without a tail", func(c *evolve.Config) { c.Algorithm, c.Distribution.Proximal = byGradient, 0.1 }, []string{"distribution.proximal: must be 0 without a tail, have 0.1"}},
		{"learning rate", func(c *evolve.Config) { c.Algorithm, c.Gradient.LearningRate = byGradient, 0 }, []string{"gradient.learning_rate: must be in (0, 1], have 0"}},
		{"learning rate NaN", func(c *evolve.Config) { c.Algorithm, c.Gradient.LearningRate = byGradient, math.NaN() }, []string{"gradient.learning_rate: must be in (0, 1], have NaN"}},
		{"all at once", func(c *evolve.Config) { c.Generations, c.Genetic.Parents, c.Averaging = 0, 0, 9 }, []string{
			"generations: must be in [1, 100000], have 0", "averaging: must be in [0, 1], have 9", "genetic.parents: must be in [2, 64], have 0",
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

// Every group is read by some algorithm, every algorithm reads groups that there are,
// and a setting has a range or words, a sentence and a default that is allowed.
func TestConfig_keys(t *testing.T) {
	cfg := evolve.DefaultConfig()
	var groups, read []string
	for _, g := range key.Groups(&cfg) {
		groups = append(groups, g.Name)
	}
	for _, k := range key.Of(&cfg) {
		if (k.Range == key.Range{}) == (k.Words == nil) || k.Default == "" || !strings.HasSuffix(k.Doc, ".") {
			t.Errorf("%s: %+v", k.Name, k)
		}
		if k.Name == "algorithm" {
			for _, word := range k.Words {
				read = append(read, evolve.Reads(word)...)
			}
		}
	}
	slices.Sort(read)
	if read = slices.Compact(read); !slices.Equal(slices.Sorted(slices.Values(groups)), read) {
		t.Errorf("groups %v, read %v", groups, read)
	}
	if got := evolve.Reads("annealing"); got != nil {
		t.Errorf("an unknown algorithm reads %v", got)
	}
	if err := cfg.Validate(); err != nil {
		t.Errorf("defaults: %v", err)
	}
}
