// Package house_test has the tests of the rules that the whole source tree keeps: imports,
// prose, and equal results on every processor.
package house_test

import (
	"os"
	"testing"

	"bloodline/internal/guard"
)

func TestMain(m *testing.M) {
	if _, err := os.Stat("guard_test.go"); err == nil { // not in a process that a test starts
		if err := os.Chdir("../.."); err != nil { // to the root of the tree
			panic(err)
		}
	}
	os.Exit(guard.Tests(m).Run())
}
