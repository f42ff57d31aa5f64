package cmd

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// spoken is how each command is asked for JSON; a new command needs a line. NAME
// stands for a champion that was bred for the test.
var spoken = map[string][]string{
	"ablate":     {"NAME", "--deals", "2"},
	"baselines":  {},
	"breed":      {"TINY", "--name", "other"},
	"check":      {},
	"compare":    {"TINY", "--seeds", "2", "--arms", "random"},
	"config":     {"coup"},
	"diff":       {"NAME", "NAME/g000-001", "--games", "2"},
	"exploit":    {"NAME", "--games", "16", "--deals", "2", "--set", "evolve.population=4", "--set", "evolve.elites=1", "--set", "fitness.deals=2"},
	"export":     {"NAME", "--out", "BOT"},
	"games":      {},
	"inspect":    {"NAME", "--deals", "2"},
	"lineage":    {"NAME"},
	"match":      {"NAME", "Random", "--games", "2"},
	"new":        {"demo", "--out", "MODULE"},
	"play":       {"NAME", "Random"},
	"prune":      {"NAME"},
	"report":     {"NAME", "--deals", "2", "--cuts", "2", "--rounds", "1"},
	"runs":       {},
	"sprt":       {"NAME", "Random", "--games", "2"},
	"tournament": {"NAME", "--rounds", "1"},
	"verify":     {"NAME"},
	"version":    {},
}

// shaped names the shape of what each line of spoken prints; config prints a run file.
var shaped = map[string]string{
	"ablate": "ablate CHAMPION", "baselines": "baselines GAME", "breed": "breed",
	"check": "check", "compare": "compare CONFIG", "diff": "diff PLAYER PLAYER", "exploit": "exploit CHAMPION", "export": "export PLAYER",
	"games": "games", "inspect": "inspect PLAYER", "lineage": "lineage RUN", "match": "match PLAYER PLAYER", "new": "new NAME",
	"play": "play PLAYER PLAYER, a line each", "prune": "prune", "report": "report", "runs": "runs", "sprt": "sprt PLAYER PLAYER", "tournament": "tournament",
	"verify": "verify CHAMPION", "version": "version",
}

// Whatever a command has to say, it can say as JSON.
func TestJSON(t *testing.T) {
	dir := t.TempDir()
	file, store := filepath.Join(dir, "tiny.yaml"), filepath.Join(dir, "lineage.db")
	write(t, file, tiny)
	say := func(t *testing.T, words ...string) []byte {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if err := call(append(words, "--store", store, "-o", "json"), &stdout, &stderr); err != nil {
			t.Fatalf("%v: %v\n%s", words, err, &stderr)
		}
		return stdout.Bytes()
	}
	say(t, "breed", file, "--name", "mine")
	actual := map[string]string{"NAME": "mine", "NAME/g000-001": "mine/g000-001", "TINY": file, "BOT": filepath.Join(dir, "bot"), "MODULE": filepath.Join(dir, "module")}
	for _, c := range shipped().root().Commands() {
		if c.Name() == "help" || c.Name() == "completion" {
			continue // text by nature
		}
		if c.Name() == "serve" || c.Name() == "worker" || c.Name() == "swarm" {
			continue // run until they are stopped: TestSwarm
		}
		t.Run(c.Name(), func(t *testing.T) {
			if _, ok := shaped[c.Name()]; !ok && c.Name() != "config" {
				t.Error("shapes has none for this command")
			}
			args, ok := spoken[c.Name()]
			if !ok {
				t.Fatal("the table has no line for this command")
			}
			words := []string{c.Name()}
			for _, a := range args {
				if other, ok := actual[a]; ok {
					a = other
				}
				words = append(words, a)
			}
			d := json.NewDecoder(bytes.NewReader(say(t, words...)))
			var v any
			if err := d.Decode(&v); err != nil {
				t.Fatal(err)
			}
			if v == nil {
				t.Error("it says null")
			}
			if command, ok := shaped[c.Name()]; ok {
				if err := shape(t, command).Validate(v); err != nil {
					t.Error(err)
				}
			}
			if d.More() {
				t.Error("there is more behind the first value")
			}
		})
	}
}

// What commands say with other words has its shape, too.
func TestJSON_shapes(t *testing.T) {
	dir := t.TempDir()
	file, store := filepath.Join(dir, "tiny.yaml"), filepath.Join(dir, "lineage.db")
	write(t, file, tiny)
	for _, c := range []struct {
		shape string
		words []string
	}{
		{"breed --seeds", []string{"breed", file, "--seeds", "1..2"}},
		{"games GAME", []string{"games", "coup"}},
		{"compare PLAYER PLAYER", []string{"compare", "tiny-1", "tiny-2", "--deals", "2"}},
		{"runs RUN, a line each", []string{"runs", "tiny-1"}},
		{"runs size", []string{"runs", "size"}},
		{"runs rename", []string{"runs", "rename", "tiny-1", "other"}},
		{"runs rm", []string{"runs", "rm", "other"}},
		{"config", []string{"config"}},
	} {
		var stdout, stderr bytes.Buffer
		if err := call(append(c.words, "--store", store, "-o", "json"), &stdout, &stderr); err != nil {
			t.Fatalf("%v: %v\n%s", c.words, err, &stderr)
		}
		text := stdout.Bytes()
		if strings.Contains(c.shape, "a line each") {
			text, _, _ = bytes.Cut(text, []byte("\n"))
		}
		v, err := validator.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := shape(t, c.shape).Validate(v); err != nil {
			t.Errorf("%v: %v", c.words, err)
		}
	}
}
