package configs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/configs"
	"bloodline/evolve"
)

// everybody are the shipped games and all names that run files use.
func everybody(file string) configs.Names {
	return configs.Names{
		Games: []string{"coup", "samurai", "wojna"},
		Opponents: func(string) []string {
			_, list, _ := strings.Cut(file, "field: [")
			list, _, _ = strings.Cut(list, "]")
			return strings.Split(list, ", ")
		},
		Learns: func(game string) bool { return game == "coup" },
	}
}

// The shipped run files as the program printed them before settings stood in groups are,
// read as recorded ones, what they said since.
func TestRecorded(t *testing.T) {
	for _, name := range []string{"coup", "coup-guarded", "coup-quick", "samurai", "samurai-quick", "wojna", "wojna-quick"} {
		data, err := os.ReadFile("testdata/former/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		names := everybody(string(data))
		got, err := configs.Recorded(name, data, names)
		if err != nil {
			t.Error(err)
			continue
		}
		since, err := os.ReadFile("testdata/since/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		want, err := configs.Recorded(name, since, names)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		if again, err := configs.Recorded(name, want.YAML(), names); err != nil || !cmp.Equal(want, again) {
			t.Errorf("%s as it is recorded now: %v\n%s", name, err, cmp.Diff(want, again))
		}
	}
}

// Each former key ends at its place, for each algorithm that read it.
func TestRecorded_places(t *testing.T) {
	const all = `game: coup
guard: {share: 0.5}
evolve:
  {population: 30, round: 7, random_share: 0, spread: 0.02, tournament: 3, parents: 4, mutation_rate: 0.05, step: 0.06, step_learning: 0.07,
  step_min: 0.03, step_max: 0.5, best_share: 0.11, trend: 0.12, `
	check := func(algorithm, rest string, edit func(*evolve.Config)) {
		t.Helper()
		got, err := configs.Recorded("f.yaml", []byte(all+rest+"}\n"), names())
		if err != nil {
			t.Fatal(err)
		}
		want := evolve.DefaultConfig()
		want.Algorithm, want.Population, want.Round, want.Averaging = algorithm, 30, 7, 0.12
		edit(&want)
		if diff := cmp.Diff(want, got.Evolve); diff != "" || got.League.Round != 7 {
			t.Errorf("%s: league.round %d\n%s", algorithm, got.League.Round, diff)
		}
	}
	sampled := evolve.DistributionConfig{Sigma: 0.06, SigmaMin: 0.03, Tail: 0.13, Decay: 0.15, Proximal: 0.14}
	check("genetic", "crossover: pool, tail: 0, learning: 0", func(c *evolve.Config) {
		c.Genetic = evolve.GeneticConfig{
			InitialStep: 0.02, Tournament: 3, Parents: 4, MutationRate: 0.05,
			Step: 0.06, StepMin: 0.03, Tau: 0.07, BestShare: 0.11,
		}
	})
	check("distribution", "crossover: normal, tail: 0.13, anchor: 0.14, pull: 0.15, learning: 0, cooling: 8", func(c *evolve.Config) { c.Distribution = sampled })
	check("gradient", "crossover: normal, tail: 0.13, anchor: 0.14, pull: 0.15, learning: 0.16, cooling: 8", func(c *evolve.Config) {
		c.Distribution, c.Gradient = sampled, evolve.GradientConfig{LearningRate: 0.16, HalfLife: 8}
	})
}

// Former settings that nothing does any more are refused, one by one.
func TestRecorded_refuses(t *testing.T) {
	const rest = "game: coup\nevolve:\n  crossover: normal\n"
	for file, want := range map[string]string{
		rest + "  heavy: 0.1\n":                                         "f.yaml:4: evolve.heavy: unknown key, is gone, and always 0",
		rest + "  crossover_rate: 0.7\n":                                "f.yaml:4: evolve.crossover_rate: unknown key, is gone, and always 1",
		rest + "fitness: {race: 0.5}\n":                                 "f.yaml:5: fitness.race: unknown key, is gone, and always 1", // lines are the translation's
		"game: coup\nevolve:\n  crossover: pool\n  random_share: 0.5\n": "f.yaml:4: evolve.random_share: unknown key, is gone, and always 0",
		"game: coup\nevolve:\n  crossover: uniform\n":                   "f.yaml:3: evolve.crossover: unknown key, is evolve.algorithm now",
		"game: [\n": "f.yaml:1: must be YAML: did not find expected node content",
		"":          "f.yaml:1: must hold settings, have an empty file",
	} {
		if _, err := configs.Recorded("f.yaml", []byte(file), names()); err == nil || err.Error() != want {
			t.Errorf("%q: have %v, want %s", file, err, want)
		}
	}
}
