package main

import (
	"testing"

	"bloodline/games/gametest"
)

func TestGame(t *testing.T) { gametest.Run(t, game()) }
