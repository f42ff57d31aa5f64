package table_test

import (
	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// dice chooses by the roll alone among the legal moves. Its value is its manner:
// 0 does everything, 1 mostly checks (long deals, random ends), 2 mostly raises
// (all-ins, short stacks in wars).
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
