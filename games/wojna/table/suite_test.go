package table_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/games/parttest"
	"bloodline/games/wojna/table"
)

// crowd has those who put in whatever is asked, who wait for high cards, and who
// roll dice.
func crowd() []engine.Player { return []engine.Player{checker{}, tight{}, dice(0)} }

// short is the contest's game with short runs: what the suite asks of a table is
// not a matter of their length.
var short = table.Game{Deals: 2}

func TestGame_Conformance(t *testing.T) { parttest.Table(t, short, crowd) }

func TestGame_Playthrough(t *testing.T) {
	parttest.Golden(t, table.Game{Deals: 1}, 3, []engine.Player{dice(0), tight{}, dice(2), checker{}})
}
