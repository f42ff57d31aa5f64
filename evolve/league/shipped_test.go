package league_test

import (
	"testing"

	"bloodline"
	"bloodline/evolve/league"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
)

func TestMain(m *testing.M) {
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	if err != nil {
		panic(err)
	}
	league.Shipped = set
	m.Run()
}
