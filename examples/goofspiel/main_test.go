package main

import (
	"testing"

	"bloodline/games/gametest"

	"goofspiel/rules"
)

func TestGame(t *testing.T) { gametest.Small(t, rules.Game, files) }
