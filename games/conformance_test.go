package games_test

import (
	"testing"

	"bloodline/games/coup"
	"bloodline/games/gametest"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
)

func TestCoup(t *testing.T) { gametest.Run(t, coup.Game()) }

func TestSamurai(t *testing.T) {
	guard.Slow(t)
	gametest.Run(t, samurai.Game())
}

func TestWojna(t *testing.T) {
	guard.Slow(t)
	g := wojna.Game()
	if g.Deals != g.Table.(table.Game).Deals {
		t.Errorf("a play has %d deals, the table %d", g.Deals, g.Table.(table.Game).Deals)
	}
	short := table.Game{Deals: 2} // forty take their time
	g.Table, g.Contest, g.Deals = short, wojna.Contest{Game: short}, short.Deals
	gametest.Run(t, g)
}
