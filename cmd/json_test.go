//go:build linux

package cmd

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
)

// Every command can print its results as JSON of its schema; a new command needs a line in
// the table of shapes.
func TestJSON(t *testing.T) {
	dir := t.TempDir()
	file, store := filepath.Join(dir, "tiny.yaml"), filepath.Join(dir, "lineage.db")
	write(t, file, tiny)
	say := func(t *testing.T, line string) []byte {
		t.Helper()
		var stdout, stderr bytes.Buffer
		words := append(strings.Fields(strings.NewReplacer("FILE", file, "DIR", dir).Replace(line)), "--store", store, "-o", "json")
		if err := call(words, &stdout, &stderr); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, &stderr)
		}
		return stdout.Bytes()
	}
	say(t, "breed FILE --name mine")
	spoken := []string{"help", "completion", "worker"} // text by nature
	for _, s := range shapes {
		spoken = append(spoken, strings.Fields(s.command)[0])
		if s.line == "" {
			continue
		}
		t.Run(s.command, func(t *testing.T) {
			text := say(t, s.line)
			if strings.Contains(s.command, "a line each") {
				text, _, _ = bytes.Cut(text, []byte("\n"))
			}
			v, err := validator.UnmarshalJSON(bytes.NewReader(text)) // nothing may stand behind the value
			if err != nil {
				t.Fatal(err)
			}
			if v == nil {
				t.Error("it says null")
			}
			if err := shape(t, s.command).Validate(v); err != nil {
				t.Error(err)
			}
		})
	}
	say(t, "config coup") // a run file, whose schema is its own
	for _, c := range shipped().root().Commands() {
		if !slices.Contains(spoken, strings.TrimSuffix(c.Name(), ",")) {
			t.Errorf("the table of shapes has no line for %s", c.Name())
		}
	}
}
