package gametest

import (
	"testing"

	"bloodline"
	"bloodline/arena/baseline"
	"bloodline/arena/baseline/baselinetest"
	"bloodline/engine"
	"bloodline/engine/enginetest"
	"bloodline/genome/genometest"
)

// choices runs genometest and baselinetest, where the game's Choices can ask its players.
func (s *suite) choices(t *testing.T, c bloodline.Choices) {
	u, ok := c.(bloodline.Untyper)
	if !ok {
		t.Skip("the game has no Choices: call genometest and baselinetest with its types")
	}
	g := untypedGame{s.Game, u}
	t.Run("genes", func(t *testing.T) {
		rules := func(genes []float64) enginetest.Policy[any, any] { return u.Untyped(s.Rules(genes)) }
		genometest.Run(t, g, s.Schema.Genes, rules, genometest.Options{Others: []engine.Player{u.Untyped(c.Random())}})
	})
	t.Run("baselines", func(t *testing.T) {
		baselinetest.Run[any, any](t, g, func() []baseline.Baseline {
			var out []baseline.Baseline
			for _, b := range s.Baselines {
				b.Player = u.Untyped(b.Player.(engine.Player))
				out = append(out, b)
			}
			return out
		})
	})
}

// untypedGame is a game of players without types.
type untypedGame struct {
	engine.Game
	untyper bloodline.Untyper
}

func (g untypedGame) NewTable() engine.Table { return untypedTable{g.Game.NewTable(), g.untyper} }

type untypedTable struct {
	engine.Table
	untyper bloodline.Untyper
}

func (t untypedTable) Play(seed uint64, seats []engine.Player) engine.Outcome {
	typed := make([]engine.Player, len(seats))
	for i, p := range seats {
		typed[i] = t.untyper.Typed(p.(bloodline.Untyped))
	}
	return t.Table.Play(seed, typed)
}
