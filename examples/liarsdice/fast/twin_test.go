package fast_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bloodline/engine"

	"liarsdice/fast"
	"liarsdice/fast/table"
	"liarsdice/rules"
)

// The fast form takes at most 400 lines.
func TestGame_size(t *testing.T) {
	files, _ := filepath.Glob("*/*.go")
	lines := 0
	for _, f := range append(files, "game.go") {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, "_test.go") {
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	if lines > 400 {
		t.Errorf("%d lines, want at most 400", lines)
	}
}

// The short and the fast form are the same game: between the same players, games are equally
// long and seat 0 wins equally often, within five standard errors.
func TestTwin(t *testing.T) {
	const games = 40_000
	var length, wins [2]float64
	for i, way := range ways() {
		table := way.game.NewTable()
		for seed := range uint64(games) {
			out := table.Play(seed, way.seats)
			length[i] += float64(out.Length) / games
			wins[i] += float64(out.Score[0]) / 2 / games
		}
	}
	if math.Abs(length[0]-length[1]) > 0.1 || math.Abs(wins[0]-wins[1]) > 5*math.Sqrt(0.5/games) {
		t.Errorf("lengths %.3f, wins %.3f", length, wins)
	}
}

type way struct {
	name  string
	game  engine.Game
	seats []engine.Player
}

func ways() []way {
	var defaults []float64
	for _, g := range rules.Game.Genes {
		defaults = append(defaults, g.Default)
	}
	quick, short := fast.Game().Rules(defaults), rules.Game.Player(defaults)
	return []way{
		{"fast", table.Game{}, []engine.Player{quick, quick}},
		{"small", rules.Game.Tables(), []engine.Player{short, short}},
	}
}

func BenchmarkPlay(b *testing.B) {
	for _, way := range ways() {
		b.Run("seam="+way.name, func(b *testing.B) {
			table := way.game.NewTable()
			for i := range b.N {
				table.Play(uint64(i), way.seats)
			}
		})
	}
}
