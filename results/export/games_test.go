//go:build linux

package export_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bloodline"
	"bloodline/arena/game"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
	"bloodline/results/export"
)

// resolved returns the shipped games.
func resolved(t *testing.T) game.Set {
	t.Helper()
	set := guard.Value(bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game()))(t)
	return set
}

// put exports a bot into a fresh folder.
func put(t *testing.T, b export.Bot) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "bot")
	guard.Must(t, export.Write(dir, b))
	return dir
}

// tool runs a command in dir with nothing to download from and no C compiler.
func tool(t *testing.T, dir string, argv ...string) string {
	t.Helper()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOWORK=off", "PARITY=cases.json")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

// readmeCommand returns the compile command that the README gives.
func readmeCommand(t *testing.T, dir string) string {
	t.Helper()
	text := guard.Value(os.ReadFile(filepath.Join(dir, "README.md")))(t)
	_, rest, _ := strings.Cut(string(text), "\n## Compile\n\n")
	command, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(command)
}

// A bot of every game builds in one file; those of several packages are compiled and played by games' tests.
func TestExported_EveryGame(t *testing.T) {
	guard.Slow(t)
	for i, g := range resolved(t) {
		b := export.Bot{Source: *g.Source, Game: g.Name(), Name: "baseline", Baseline: "any", Single: true}
		if i%2 == 0 {
			b.Baseline, b.Genes, b.Schema = "", g.Schema.Default(), g.Schema.Genes
		}
		t.Run(b.Game, func(t *testing.T) {
			dir := put(t, b)
			if have := strings.Join(listed(t, dir), " "); have != "LICENSE README.md go.mod main.go" {
				t.Errorf("have %s", have)
			}
			if list := tool(t, dir, "gofmt", "-l", "main.go"); list != "" {
				t.Errorf("gofmt would change %s", list)
			}
			tool(t, dir, "go", "build", "-o", os.DevNull, ".")
		})
	}
}

func TestMain(m *testing.M) { os.Exit(guard.Tests(m).Run()) }
