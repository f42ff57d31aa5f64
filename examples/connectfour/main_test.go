package main

import (
	"testing"

	"bloodline/games/gametest"

	"connectfour/rules"
)

func TestGame(t *testing.T) { gametest.Small(t, rules.Game, files) }
