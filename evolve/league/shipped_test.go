package league_test

import (
	"testing"

	"bloodline"
	"bloodline/evolve/league"
	"bloodline/games"
)

func TestMain(m *testing.M) {
	set, err := bloodline.Resolve(games.Coup(), games.Samurai(), games.Wojna())
	if err != nil {
		panic(err)
	}
	league.Shipped = set
	m.Run()
}
