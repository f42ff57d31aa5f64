package table_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
	"bloodline/games/parttest"
)

// blunt picks a legal action by the roll alone; unlike [style] it allocates nothing.
type blunt struct{ not seat.Mask }

func (b blunt) Act(v *seat.View, r uint64) seat.Action {
	m := v.Legal &^ b.not
	if m == 0 {
		m = v.Legal
	}
	return seat.Action(roll.Bit(r, uint64(m)))
}

// crowd is even choice, a player who never challenges, and a player who never claims.
func crowd() []engine.Player {
	return []engine.Player{
		blunt{},
		blunt{not: seat.Challenge.Bit()},
		blunt{not: seat.Exchange.Bit() | seat.Tax.Bit() | seat.Assassinate.Bit() | seat.Steal.Bit()},
	}
}

func TestGame_Conformance(t *testing.T) { parttest.Table(t, table.Game{}, crowd) }

func TestGame_Playthrough(t *testing.T) {
	for _, seed := range []uint64{1, 20} {
		parttest.Golden(t, table.Game{}, seed, crowd()[:2])
	}
}

// The table panics if a policy's answer is not legal.
func TestTable_IllegalAction(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a Coup with one coin was played")
		}
	}()
	table.NewTable().Play(1, []engine.Player{always(seat.Coup), always(seat.Coup)})
}

type always seat.Action

func (a always) Act(*seat.View, uint64) seat.Action { return seat.Action(a) }
