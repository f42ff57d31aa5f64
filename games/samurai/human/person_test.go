package human_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/games/gametest"
	"bloodline/games/samurai/baselines"
	samurai "bloodline/games/samurai/human"
	"bloodline/games/samurai/table"
)

func TestNew(t *testing.T) {
	var bots []engine.Player
	for _, b := range baselines.All()[:4] {
		bots = append(bots, b.Player)
	}
	gametest.Person(t, samurai.New, table.Game{}.Info(), bots)
}
