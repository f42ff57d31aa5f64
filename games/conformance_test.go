package games_test

import (
	"os"
	"testing"

	"bloodline"
	"bloodline/games/coup"
	"bloodline/games/gametest"
	"bloodline/games/gametest/lots"
	"bloodline/games/gametest/sticks"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/games/wojna/table"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/small"
)

// toss is a game of one move: a coin says which seat takes one to three, and three wins. So one of the seats never moves,
// every game is as long, and there are two outcomes.
var toss = small.Game[tossed, int]{
	Info:     small.WinLose("toss", "Toss"),
	New:      func() small.State[tossed, int] { return new(tossing) },
	Genes:    new(gene.List).In("take", gene.LogOdds).Add("many", -8, 1, 8, "Takes more.").Genes,
	Features: func(_ *tossed, n int, x []float64) { x[0] = float64(n) / 3 },
}

type (
	tossed  struct{ Seat int }
	tossing struct{ seat, took int }
)

func (s *tossing) Deal(c *small.Chance)               { *s = tossing{seat: c.N(2)} }
func (s *tossing) View(int) tossed                    { return tossed{s.seat} }
func (tossed) Legal(moves []int) []int                { return append(moves, 1, 2, 3) }
func (s *tossing) Apply(moves []int, _ *small.Chance) { s.took = moves[s.seat] }

func (s *tossing) Turn() small.Seats {
	if s.took > 0 {
		return small.Over
	}
	return small.Seat(s.seat)
}

func (s *tossing) Score(seat int) float64 {
	if (s.took == 3) == (seat == s.seat) {
		return 1
	}
	return 0
}

// The shipped games, and two small ones, of which one has three seats that are alike, with moves at the same time and
// chance in the middle, and the other is that of docs/adding-a-game.md. Each compiles its exported bots.
func TestGames(t *testing.T) {
	guard.Slow(t)
	wojna, short := wojna.Game(), wojna.Contest{Game: table.Game{Deals: 2}} // forty take their time
	if wojna.Deals != wojna.Table.(table.Game).Deals {
		t.Errorf("a play has %d deals, the table %d", wojna.Deals, wojna.Table.(table.Game).Deals)
	}
	wojna.Table, wojna.Contest, wojna.Deals = short.Game, short, short.Game.Deals
	for _, g := range []bloodline.Game{coup.Game(), samurai.Game(), wojna} {
		t.Run(g.Table.Info().Name, func(t *testing.T) { gametest.Run(t, g) })
	}
	t.Run("lots", func(t *testing.T) { gametest.Small(t, lots.Game, os.DirFS("..")) })
	t.Run("toss", func(t *testing.T) { gametest.Small(t, toss, os.DirFS("..")) })
	t.Run("sticks", func(t *testing.T) { gametest.Small(t, sticks.Game, os.DirFS("..")) })
}
