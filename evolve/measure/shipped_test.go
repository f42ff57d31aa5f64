package measure_test

import (
	"os"
	"testing"

	"bloodline"
	"bloodline/evolve/measure"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/internal/guard"
)

func TestMain(m *testing.M) {
	set, err := bloodline.Resolve(coup.Game(), samurai.Game(), wojna.Game())
	if err != nil {
		panic(err)
	}
	measure.Shipped = set
	os.Exit(guard.Tests(m).Run())
}
