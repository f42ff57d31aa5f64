// The tests are in tiers. The first is for every change. The second has slow tests, attacks,
// exported bots that are compiled, and tests that need a browser; it runs too with BLOODLINE_TESTS=all in the
// environment, as in .ci/run. The third, with BLOODLINE_TESTS=nightly, has what takes minutes and seldom
// breaks alone: the emulated processor, releases, the consoles of all documents.

package guard

import (
	"os"
	"testing"
	"time"
)

// Must ends a test if a step that it depends on failed; nil goes on.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Within tries what a limit of time ends, with longer and longer limits until try returns no error. A program that hangs
// reaches any limit, but what it does before takes longer than a short one on a busy machine.
func Within(t testing.TB, try func(limit time.Duration) error) {
	t.Helper()
	for limit := 100 * time.Millisecond; ; limit *= 4 {
		err := try(limit)
		if err == nil {
			return
		}
		if limit > 20*time.Second {
			t.Error(err)
			return
		}
	}
}

// Slow puts a test into the second tier.
func Slow(t testing.TB) {
	t.Helper()
	if tests := os.Getenv("BLOODLINE_TESTS"); tests != "all" && tests != "nightly" {
		t.Skip("second tier: set BLOODLINE_TESTS=all to run it")
	}
}

// Night reports whether the third tier runs.
func Night() bool { return os.Getenv("BLOODLINE_TESTS") == "nightly" }

// Nightly puts a test into the third tier.
func Nightly(t testing.TB) {
	t.Helper()
	if !Night() {
		t.Skip("third tier: make nightly runs it")
	}
}
