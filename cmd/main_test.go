package cmd

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the program out of the test binary: it stands on the PATH of all
// tests and scripts as bloodline.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bloodline": main})
}

// tiny is a run file that breeds in a fraction of a second. Scripts find it as
// tiny.yaml.
const tiny = `game: coup
seed: 1
fitness:
  blocks: 13
verdict:
  min_rounds: 2
  max_rounds: 20
evidence:
  blocks: 130
evolve:
  population: 8
  generations: 3
`

// write puts text into a file of a test.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// read returns what a file of a test holds.
func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
