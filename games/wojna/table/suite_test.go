package table_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/parttest"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// crowd has those who put in whatever is asked, who wait for high cards, and who roll dice.
func crowd() []engine.Player { return []engine.Player{checker{}, tight{}, dice(0)} }

// short is the contest's game with short runs: what the suite asks of a table is not a matter of their length.
var short = table.Game{Deals: 2}

func TestGame_Conformance(t *testing.T) { parttest.Table(t, short, crowd) }

func TestGame_Playthrough(t *testing.T) {
	parttest.Golden(t, table.Game{Deals: 1}, 3, []engine.Player{dice(0), tight{}, dice(2), checker{}})
}

// checker always checks.
type checker struct{}

func (checker) Act(*seat.View, uint64) seat.Action { return seat.Check }

// tight pays for high cards only and raises with the highest.
type tight struct{}

func (tight) Act(v *seat.View, roll uint64) seat.Action {
	price := v.Price()
	switch {
	case v.Card >= 12 && v.Raises < 3 && v.Legal().Has(seat.Raise2):
		return seat.Raise2
	case price == 0 || v.Card >= 9+price:
		return seat.Check
	}
	return seat.Pass
}

func same(p engine.Player) []engine.Player { return []engine.Player{p, p, p, p} }

// dice chooses by the roll alone among the legal moves. Its value is its manner: 0 does everything, 1 mostly checks
// (long deals, random ends), 2 mostly raises (all-ins, short stacks in wars).
type dice int

func (d dice) Act(v *seat.View, rolled uint64) seat.Action { return throw(int(d), v.Legal(), rolled) }

// throw is the choice of dice from a set of legal moves.
func throw(manner int, legal seat.Mask, rolled uint64) seat.Action {
	k := rolled >> 8 & 15
	pass, check := [...]uint64{3, 0, 1}[manner], [...]uint64{10, 15, 4}[manner]
	switch {
	case k < pass:
		return seat.Pass
	case k < check:
		return seat.Check
	}
	return seat.Action(roll.Bit(roll.Next(rolled), uint64(legal)))
}
