package dashboard_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"bloodline/arena/command"
	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/internal/guard"
	"bloodline/results/report/dashboard"
	"bloodline/results/run"
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

// A page with games of a program is made anew when the program has changed.
func TestHandler_changedProgram(t *testing.T) {
	dir, cache := t.TempDir(), t.TempDir()
	f := finder(t, filepath.Join(dir, "results", "lineage.db"))
	f.Simulators = new(command.Pool)
	t.Cleanup(f.Simulators.Close)
	write := func(name, text string) { guard.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)) }
	write("sim.sh", "read hello\necho ok draws\nwhile read game; do echo 0 0; done\n")
	write("draws.yaml", `game: command
command: {style: simulator, referee: sh sim.sh, genes: {a: {distribution: int, low: 0, high: 9, default: 5}}}
field: [defaults]
budget: {max_games: 300}
`)
	c, err := configs.Load(filepath.Join(dir, "draws.yaml"), configs.Overrides{}, f.Games)
	guard.Must(t, err)
	r, err := run.Start(f, "draws", "draws", c)
	guard.Must(t, err)
	_, _, err = r.Breed(t.Context(), func(evolve.Generation) error { return nil })
	guard.Must(t, errors.Join(err, r.Finish(), r.Close()))
	h := dashboard.New(dashboard.Options{Finder: f, Measurer: quick, Cache: cache}).Handler()
	for k, answer := range []string{"0 0", "0 0", "1 0"} {
		write("sim.sh", "read hello\necho ok draws\nwhile read game; do echo "+answer+"; done\n")
		_, body := ask(t, h, "GET", "/player?name=draws&tab=what", nil)
		kept, err := filepath.Glob(filepath.Join(cache, "*.json"))
		if want := []int{1, 1, 2}[k]; err != nil || len(kept) != want {
			t.Fatalf("after page %d: kept %d, %v, want %d:\n%s", k, len(kept), err, want, body)
		}
	}
}
