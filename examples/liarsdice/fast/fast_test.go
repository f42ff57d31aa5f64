package fast_test

import (
	"bloodline/engine"
	"bloodline/games/parttest"
	"math"
	"testing"

	"liarsdice/fast"
	"liarsdice/rules"
)

func defaults() []float64 {
	var out []float64
	for _, g := range rules.Game.Genes {
		out = append(out, g.Default)
	}
	return out
}

func players() []engine.Player {
	return []engine.Player{(*fast.Rules)(defaults()), &fast.Rules{-8, 6, 0, 0, 6, 0, 0, 0, 0}}
}

func TestGame(t *testing.T) { parttest.Table(t, fast.Game{}, players) }

// Both tell of the same game: the same players make games of equal length, and seat 0 wins
// as often, within five standard errors.
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
	quick, short := players()[0], rules.Game.Player(defaults())
	return []way{
		{"fast", fast.Game{}, []engine.Player{quick, quick}},
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
