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
	"bloodline/internal/guard"
)

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
	t.Run("sticks", func(t *testing.T) { gametest.Small(t, sticks.Game, os.DirFS("..")) })
}
