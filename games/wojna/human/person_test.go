package human_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/games/gametest"
	"bloodline/games/wojna/baselines"
	wojna "bloodline/games/wojna/human"
	"bloodline/games/wojna/table"
)

func TestNew(t *testing.T) {
	var bots []engine.Player
	for _, b := range baselines.All()[:4] {
		bots = append(bots, b.Player)
	}
	gametest.Person(t, wojna.New, table.New().Info(), bots)
}
