package games_test

import (
	"os"
	"testing"

	"bloodline/games/gametest"
	"bloodline/games/gametest/lots"
	"bloodline/games/gametest/sticks"
	"bloodline/internal/guard"
)

// A small game of three seats that are alike, with moves at the same time and chance in the
// middle, passes with its exported bots.
func TestSmall(t *testing.T) { gametest.Small(t, lots.Game, os.DirFS("..")) }

// So does that of docs/adding-a-game.md.
func TestSmall_Document(t *testing.T) {
	guard.Slow(t)
	gametest.Small(t, sticks.Game, os.DirFS(".."))
}
