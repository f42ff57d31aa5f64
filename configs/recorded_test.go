package configs_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/configs"
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
// read as recorded ones, what the shipped run files are now.
func TestRecorded(t *testing.T) {
	for _, name := range configs.List() {
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
		shipped, _ := configs.Shipped(name)
		want, err := configs.Parse(name, shipped, names)
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

// Former settings that nothing does any more are refused, one by one.
func TestRecorded_refuses(t *testing.T) {
	const rest = "game: coup\nevolve:\n  crossover: normal\n"
	for file, want := range map[string]string{
		rest + "  heavy: 0.1\n":                       "f.yaml:3: evolve.heavy: unknown key, is gone, and always 0",
		rest + "  crossover_rate: 0.7\n":              "f.yaml:3: evolve.crossover_rate: unknown key, is gone, and always 1",
		rest + "fitness: {race: 0.5}\n":               "f.yaml:4: fitness.race: unknown key, is gone, and always 1", // crossover has moved down
		"game: coup\nevolve:\n  crossover: uniform\n": "f.yaml:3: evolve.crossover: unknown key, is evolve.algorithm now",
		"game: [\n": "f.yaml:1: must be YAML: did not find expected node content",
		"":          "f.yaml:1: must hold settings, have an empty file",
	} {
		if _, err := configs.Recorded("f.yaml", []byte(file), names()); err == nil || err.Error() != want {
			t.Errorf("%q: have %v, want %s", file, err, want)
		}
	}
}
