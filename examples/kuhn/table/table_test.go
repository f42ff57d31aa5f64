package table_test

import (
	"hash/maphash"
	"io"
	"testing"

	"bloodline/engine"
	"bloodline/engine/enginetest"
	"bloodline/engine/roll"

	"kuhn/baselines"
	"kuhn/seat"
	"kuhn/table"
)

func players() (out []engine.Player) {
	for _, b := range baselines.All() {
		out = append(out, b.Player)
	}
	return out
}

func TestGame_Conformance(t *testing.T) { enginetest.Run(t, table.Game{}, players) }

// go test ./table -args -update writes the file anew. Read it: it is what a program of
// your game is told.
func TestGame_Playthrough(t *testing.T) { enginetest.Golden(t, table.Game{}, 4, players()[2:4]) }

// hasher acts on everything that it is shown, so that views or rolls that differ
// anywhere lead to different actions.
type hasher struct{ seed maphash.Seed }

func (h hasher) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x^maphash.Comparable(h.seed, *v), v.Legal()))
}

// A view holds nothing that the protocol cannot tell, such as the other player's card.
func TestServe_Parity(t *testing.T) {
	p := hasher{maphash.MakeSeed()}
	enginetest.Parity(t, table.Game{}, p, enginetest.Lines{
		Sent: table.Sent, Answered: table.Answered,
		Serve: func(seed uint64, in io.Reader, out io.Writer) error { return seat.Serve(p, seed, in, out) },
	})
}

// cheat answers with a fixed action, legal or not.
type cheat seat.Action

func (c cheat) Act(*seat.View, uint64) seat.Action { return seat.Action(c) }

func TestPlay_IllegalActionPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the table accepts a fold before a bet")
		}
	}()
	table.Game{}.NewTable().Play(1, []engine.Player{cheat(seat.Fold), cheat(seat.Fold)})
}

func BenchmarkPlay(b *testing.B) {
	tab := table.Game{}.NewTable()
	seats := players()[:2]
	for i := range b.N {
		tab.Play(uint64(i), seats)
	}
}
