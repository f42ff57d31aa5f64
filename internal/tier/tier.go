// Package tier divides the tests into two tiers. The first is for every change:
// `go test ./...` takes a minute. The second has slow tests, attacks, and tests that need a
// browser. It runs too with BLOODLINE_TESTS=all in the environment, as in .ci/run.
package tier

import (
	"os"
	"testing"
)

// Slow puts a test into the second tier.
func Slow(t testing.TB) {
	t.Helper()
	if os.Getenv("BLOODLINE_TESTS") != "all" {
		t.Skip("second tier: set BLOODLINE_TESTS=all to run it")
	}
}
