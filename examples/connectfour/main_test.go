package main

import (
	"testing"

	"bloodline"
	"bloodline/games/gametest"

	"connectfour/rules"
)

func TestGame(t *testing.T) { gametest.Run(t, bloodline.Small(rules.Game, files)) }
