package configs

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"bloodline/internal/guard"
)

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc := guard.Value(jsonschema.UnmarshalJSON(bytes.NewReader(Schema(everyName()))))(t)
	c := jsonschema.NewCompiler()
	guard.Must(t, c.AddResource("run.json", doc))
	return c.MustCompile("run.json")
}

func TestSchema_Accepts(t *testing.T) {
	s := compiled(t)
	check := func(name string, data []byte) {
		t.Helper()
		var v any
		guard.Must(t, yaml.Unmarshal(data, &v))
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, f := range files() {
		check(f.Name, f.Data)
	}
	c := guard.Value(Parse("f.yaml", []byte("game: coup\nseed: 18446744073709551615\n"), names()))(t)
	check("resolved", c.YAML())
	check("one word", []byte("game: coup\nfield: Taxman\nholdout: all\nleague: {initial: champion}\n"))
	check("a champion file", []byte("game: coup\nfield: [Taxman, results/x/champion.json]\nholdout: x.json\n"))
	check("a word twice", []byte("game: coup\nleague: {initial: [champion, defaults, champion]}\n"))
}

func TestSchema_Refuses(t *testing.T) {
	s := compiled(t)
	for _, file := range []string{
		"seed: 1", "game: 1", "game: chess", "game: coup\nfield: taxmen", "game: coup\nholdout: [Taxman, x.jso]", "game: coup\nfield: .json", "game: coup\nsed: 1", "game: coup\nseed: -1", "game: coup\nseed: '1'", "game: coup\nworkers: 1025",
		"game: coup\nfield: []", "game: coup\nfield: [1]", "game: coup\nfield: [Taxman, Taxman]", "game: coup\nholdout: ['']",
		"game: coup\nfitness: {deals: 0}", "game: coup\nfitness: 5", "game: coup\nleague: {initial: []}", "game: coup\nleague: {initial: [Taxman]}",
		"game: coup\nevidence: {deals: 1.5}",
		"game: coup\nverdict: {margin: 0}", "game: coup\nverdict: {alpha: 0.5}", "game: coup\nverdict: {nonsense: 1}",
		"game: coup\nevolve: {seed: 1}", "game: coup\nevolve: {population: 1}", "game: coup\nevolve: {round: 1}", "game: coup\nevolve: {sigma: 0}",
		"game: coup\nevolve: {sigma: 1.7}", "game: coup\nevolve: {mutation_rate: 0.1}", "game: coup\nevolve: {genetic: 5}", "game: coup\nevolve: {algorithm: swap}",
	} {
		var v any
		guard.Must(t, yaml.Unmarshal([]byte(file), &v))
		if s.Validate(v) == nil {
			t.Errorf("accepts %q", file)
		}
		if _, err := Parse("f.yaml", []byte(file), names()); err == nil {
			t.Errorf("the reader accepts %q", file)
		}
	}
}
