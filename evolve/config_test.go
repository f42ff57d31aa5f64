package evolve_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bloodline/evolve"
)

func TestConfig_Validate(t *testing.T) {
	for _, tt := range []struct {
		name string
		edit func(*evolve.Config)
		want []string
	}{
		{"OK", func(*evolve.Config) {}, nil},
		{"OK smallest", func(c *evolve.Config) {
			c.Population, c.Generations, c.Elites, c.Tournament, c.Parents, c.HallOfFame = 4, 1, 1, 1, 2, 1
			c.Trend, c.CrossoverRate, c.StepLearning, c.RandomShare = 0, 0, 0, 1
		}, nil},
		{"population", func(c *evolve.Config) { c.Population = 3; c.Elites = 1 }, []string{"population: must be in [4, 100000], have 3"}},
		{"generations", func(c *evolve.Config) { c.Generations = 0 }, []string{"generations: must be in [1, 100000], have 0"}},
		{"patience", func(c *evolve.Config) { c.Patience = -1 }, []string{"patience: must be in [0, 2147483647], have -1"}},
		{"elites", func(c *evolve.Config) { c.Elites = 0 }, []string{"elites: must be in [1, 50], have 0"}},
		{"elites many", func(c *evolve.Config) { c.Elites = 51 }, []string{"elites: must be in [1, 50], have 51"}},
		{"immigrants", func(c *evolve.Config) { c.Immigrants = 50 }, []string{"immigrants: must be in [0, 49], have 50"}},
		{"hall of fame", func(c *evolve.Config) { c.HallOfFame = 0 }, []string{"hall_of_fame: must be in [1, 10000], have 0"}},
		{"random share", func(c *evolve.Config) { c.RandomShare = 1.01 }, []string{"random_share: must be in [0, 1], have 1.01"}},
		{"spread", func(c *evolve.Config) { c.Spread = 0 }, []string{"spread: must be in (0, 1], have 0"}},
		{"tournament", func(c *evolve.Config) { c.Tournament = 0 }, []string{"tournament: must be in [1, 1000], have 0"}},
		{"crossover rate", func(c *evolve.Config) { c.CrossoverRate = math.NaN() }, []string{"crossover_rate: must be in [0, 1], have NaN"}},
		{"crossover", func(c *evolve.Config) { c.Crossover = "two-way" }, []string{`crossover: must be one of normal, pool, uniform, group, blend, have "two-way"`}},
		{"parents", func(c *evolve.Config) { c.Parents = 1 }, []string{"parents: must be in [2, 64], have 1"}},
		{"blend alpha", func(c *evolve.Config) { c.BlendAlpha = -0.1 }, []string{"blend_alpha: must be in [0, 2], have -0.1"}},
		{"mutation rate", func(c *evolve.Config) { c.MutationRate = 1.7 }, []string{"mutation_rate: must be in (0, 1], have 1.7"}},
		{"heavy", func(c *evolve.Config) { c.Heavy = 2 }, []string{"heavy: must be in [0, 1], have 2"}},
		{"step", func(c *evolve.Config) { c.Step = 0.6 }, []string{"step: must be in [step_min, step_max], have 0.6"}},
		{"step learning", func(c *evolve.Config) { c.StepLearning = -1 }, []string{"step_learning: must be in [0, 1], have -1"}},
		{"step min", func(c *evolve.Config) { c.StepMin = 0 }, []string{"step_min: must be in (0, 1], have 0"}},
		{"step max", func(c *evolve.Config) { c.StepMax = math.Inf(1) }, []string{"step_max: must be in (0, 1], have +Inf"}},
		{"best share", func(c *evolve.Config) { c.BestShare = 0 }, []string{"best_share: must be in (0, 1], have 0"}},
		{"trend", func(c *evolve.Config) { c.Trend = -1 }, []string{"trend: must be in [0, 1], have -1"}},
		{"trend of a cloud", func(c *evolve.Config) { c.Crossover, c.Trend = evolve.OpNormal, 0 }, []string{"trend: must be in (0, 1] with crossover normal, have 0"}},
		{"pull", func(c *evolve.Config) { c.Pull = 1.1 }, []string{"pull: must be in [0, 1], have 1.1"}},
		{"OK tail", func(c *evolve.Config) { c.Crossover, c.Tail = evolve.OpNormal, 1 }, nil},
		{"tail", func(c *evolve.Config) { c.Crossover, c.Tail = evolve.OpNormal, -0.1 }, []string{"tail: must be in [0, 1], have -0.1"}},
		{"tail without a cloud", func(c *evolve.Config) { c.Tail = 0.5 }, []string{"tail: must be 0 without crossover normal, have 0.5"}},
		{"tail with patience", func(c *evolve.Config) { c.Crossover, c.Tail, c.Patience = evolve.OpNormal, 0.5, 9 }, []string{"tail: must be 0 with patience, which ends runs at any generation, have 0.5"}},
		{"OK anchor", func(c *evolve.Config) { c.Crossover, c.Tail, c.Anchor = evolve.OpNormal, 0.5, 1 }, nil},
		{"anchor", func(c *evolve.Config) { c.Crossover, c.Tail, c.Anchor = evolve.OpNormal, 0.5, 1.1 }, []string{"anchor: must be in [0, 1], have 1.1"}},
		{"anchor without a tail", func(c *evolve.Config) { c.Anchor = 0.1 }, []string{"anchor: must be 0 without a tail, have 0.1"}},
		{"OK learning", func(c *evolve.Config) { c.Crossover, c.Learning = evolve.OpNormal, 1 }, nil},
		{"learning", func(c *evolve.Config) { c.Crossover, c.Learning = evolve.OpNormal, 1.1 }, []string{"learning: must be in [0, 1], have 1.1"}},
		{"learning backwards", func(c *evolve.Config) { c.Learning = -0.1 }, []string{"learning: must be in [0, 1], have -0.1"}},
		{"learning NaN", func(c *evolve.Config) { c.Crossover, c.Learning = evolve.OpNormal, math.NaN() }, []string{"learning: must be in [0, 1], have NaN"}},
		{"learning without a cloud", func(c *evolve.Config) { c.Learning = 0.01 }, []string{"learning: must be 0 without crossover normal, have 0.01"}},
		{"all at once", func(c *evolve.Config) { c.Generations, c.Parents, c.Trend = 0, 0, 9 }, []string{
			"generations: must be in [1, 100000], have 0", "parents: must be in [2, 64], have 0", "trend: must be in [0, 1], have 9",
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

// A reader of run files finds the field of an error among the yaml tags.
func TestFieldError_Field(t *testing.T) {
	var zero evolve.Config
	zero.Patience, zero.Round, zero.Immigrants, zero.BlendAlpha, zero.Step = -1, -1, -1, -1, -1
	zero.RoundSpread, zero.RandomShare, zero.CrossoverRate, zero.Heavy, zero.StepLearning, zero.Trend, zero.Tail, zero.Anchor, zero.Pull, zero.Learning, zero.Cooling = -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1
	var fields []string
	for _, err := range zero.Validate().(interface{ Unwrap() []error }).Unwrap() {
		var field *evolve.FieldError
		if !errors.As(err, &field) {
			t.Fatalf("%v is no FieldError", err)
		}
		fields = append(fields, field.Field)
	}
	var tags []string
	for f := range reflect.TypeFor[evolve.Config]().Fields() {
		if tag := f.Tag.Get("yaml"); tag != "seed" { // any seed is good
			tags = append(tags, tag)
		}
	}
	if slices.Sort(fields); !slices.Equal(fields, slices.Sorted(slices.Values(tags))) {
		t.Errorf("rules for %v, tags %v", fields, tags)
	}
}
