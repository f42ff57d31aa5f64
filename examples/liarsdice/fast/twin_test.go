package fast_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
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
		text, _ := os.ReadFile(f)
		lines += bytes.Count(text, []byte("\n"))
	}
	if lines < 300 || lines > 400 { // fewer: a file is missing
		t.Errorf("%d lines, want at most 400", lines)
	}
}

// The short and the fast form are the same game: between the same players, games are equally
// long and seat 0 wins equally often, within five standard errors.
func TestTwin(t *testing.T) {
	const games = 40_000
	length, wins := map[string]float64{}, map[string]float64{}
	for form, play := range forms() {
		for seed := range uint64(games) {
			out := play(seed)
			length[form] += float64(out.Length) / games
			wins[form] += float64(out.Score[0]) / 2 / games
		}
	}
	if math.Abs(length["fast"]-length["small"]) > 0.1 || math.Abs(wins["fast"]-wins["small"]) > 5*math.Sqrt(0.5/games) {
		t.Errorf("lengths %v, wins %v", length, wins)
	}
}

// forms has a function for each form that plays the game of a seed between two players of the defaults.
func forms() map[string]func(seed uint64) engine.Outcome {
	var defaults []float64
	for _, g := range rules.Game.Genes {
		defaults = append(defaults, g.Default)
	}
	form := func(t engine.Table, p engine.Player) func(uint64) engine.Outcome {
		seats := []engine.Player{p, p}
		return func(seed uint64) engine.Outcome { return t.Play(seed, seats) }
	}
	return map[string]func(uint64) engine.Outcome{
		"fast":  form(table.Game{}.NewTable(), fast.Game().Rules(defaults)),
		"small": form(rules.Game.Tables().NewTable(), rules.Game.Player(defaults)),
	}
}

func BenchmarkPlay(b *testing.B) {
	for form, play := range forms() {
		b.Run("form="+form, func(b *testing.B) {
			for i := range b.N {
				play(uint64(i))
			}
		})
	}
}
