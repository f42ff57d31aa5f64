//go:build linux

package cmd

import (
	"context"
	"io"
	"os"
	"testing"

	"bloodline/arena/game"
)

// Shipped is the shipped games. TestMain sets it, in a package of its own: what
// resolves games imports this one.
var Shipped game.Set

// shipped returns what the shipped program's commands belong to.
func shipped() *app { return newApp("bloodline", Shipped) }

// call runs the shipped program in this process.
func call(args []string, stdout, stderr io.Writer) error {
	a := newApp("bloodline", Shipped)
	a.stdout, a.stderr = stdout, stderr
	return a.execute(context.Background(), args)
}

// tiny is a run file that breeds in a fraction of a second. Scripts find it as
// tiny.yaml.
const tiny = `game: coup
holdout: []
seed: 1
fitness:
  deals: 13
verdict:
  min_rounds: 2
  max_rounds: 20
evidence:
  deals: 130
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
