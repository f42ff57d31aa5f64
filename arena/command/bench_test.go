package command_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/engine"
)

// BenchmarkPlay drives a compiled referee that ends at once: what is left is what a game
// costs beside its programs. Compare with `xargs -P 2` of the same command.
func BenchmarkPlay(b *testing.B) {
	dir := b.TempDir()
	source := filepath.Join(dir, "noop.c")
	if err := os.WriteFile(source, []byte(`#include <stdio.h>
int main() { puts("{\"ranks\":[0,1]}"); return 0; }
`), 0o600); err != nil {
		b.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-O2", "-static", "-o", filepath.Join(dir, "noop"), source).CombinedOutput(); err != nil {
		b.Skipf("there is no C compiler to make a referee with: %v %s", err, out)
	}
	g, err := command.New(command.Settings{
		Referee: "./noop {seed} {p1} {p2}", Players: 2, Style: command.StyleJSON, Bot: "./noop {a}", GameTime: 1e10,
		Genes: []command.Gene{{Name: "a", Distribution: command.Float, Low: 0, High: 1, Default: "0.5"}},
	}, dir, nil)
	if err != nil {
		b.Fatal(err)
	}
	players := []engine.Player{g.Bot([]float64{0.1}), g.Bot([]float64{0.2})}
	a := arena.New(g, 2)
	b.ResetTimer()
	if _, err := a.Play(b.Context(), players, arena.Pair{Blocks: (b.N + 1) / 2}); err != nil {
		b.Fatal(err)
	}
}
