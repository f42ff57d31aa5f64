// Package tier divides the tests into two tiers. The first is for everybody who changes
// something: `go test ./...` takes a minute. The second has what lasts, attacks, or needs a
// browser, and runs as well when the environment says BLOODLINE_TESTS=all, as .ci/run does.
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
