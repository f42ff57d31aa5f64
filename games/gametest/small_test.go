package gametest_test

import (
	"os"
	"testing"

	"bloodline"
	"bloodline/games/gametest"
	"bloodline/games/gametest/lots"
)

// A small game of three seats that are alike, moves at the same time and chance in the
// middle passes with its exported bots; so does a deal that is played once.
func TestSmall(t *testing.T) { gametest.Run(t, bloodline.Small(lots.Game, os.DirFS("../.."))) }
