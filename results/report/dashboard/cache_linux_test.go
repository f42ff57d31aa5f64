package dashboard_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"bloodline/results/report/dashboard"
)

// A folder .cache that came with a store, as earlier versions kept it, is not read: its figures may be false. A pipe in
// the place of a kept file keeps no page waiting.
func TestHandler_cache(t *testing.T) {
	store, cache, none := bred(t), t.TempDir(), ""
	served := func(cache string) string {
		_, body := ask(t, dashboard.New(dashboard.Options{Finder: finder(t, store), Measurer: quick, Cache: cache}).Handler(), "GET", "/player?name=small&tab=what", nil)
		return body[strings.LastIndex(body, `<div class="level">`):]
	}
	want := served(cache)
	kept, err := filepath.Glob(filepath.Join(cache, "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %q, %v", kept, err)
	}
	beside := filepath.Join(filepath.Dir(store), ".cache")
	text, err := os.ReadFile(kept[0])
	err = errors.Join(err, os.Mkdir(beside, 0o700), os.WriteFile(filepath.Join(beside, filepath.Base(kept[0])), regexp.MustCompile(`[0-9]`).ReplaceAll(text, []byte("7")), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if served(beside) == want {
		t.Error("false figures in the folder of the cache do not show: this test tells nothing")
	}
	if have := served(none); have != want {
		t.Error("figures of the folder beside the store are shown")
	}
	if err := errors.Join(os.Remove(kept[0]), syscall.Mkfifo(kept[0], 0o600)); err != nil {
		t.Fatal(err)
	}
	if have := served(cache); have != want {
		t.Error("with a pipe in the cache: other figures")
	}
}
