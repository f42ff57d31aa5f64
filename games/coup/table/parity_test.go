package table_test

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// hashed is a policy that depends on every bit of the view and of the roll, so
// that it plays otherwise as soon as one of them differs.
type hashed struct{ weight uint64 }

func (p hashed) Act(v *seat.View, r uint64) seat.Action {
	h := fnv.New64a()
	fmt.Fprint(h, *v.PublicState, v.Me, v.Ask, uint16(v.Hand), uint64(v.Legal), r)
	x := roll.Mix(h.Sum64(), p.weight)
	// Challenges end games: make them rarer, or few games get long.
	if m := v.Legal &^ seat.Challenge.Bit(); m != 0 && x%8 != 0 {
		return seat.Action(roll.Bit(roll.Next(x), uint64(m)))
	}
	return seat.Action(roll.Bit(roll.Next(x), uint64(v.Legal)))
}

// The codec reads from the history file what the table had: the record at
// every invocation, the view wherever there is a choice, and what is written.
func TestRead_AgreesWithTable(t *testing.T) {
	tab := table.NewTable()
	n := 0
	for seed := range uint64(2000) {
		tab.Watch(func(inv *table.Invocation) {
			n++
			if diff := readDiffers(tab, inv); diff != "" {
				t.Fatalf("game %d after %q: %s", seed, inv.History, diff)
			}
		})
		tab.Play(seed, []engine.Player{hashed{1}, hashed{seed % 5}})
	}
	if n < 20_000 {
		t.Errorf("%d invocations are too few to judge by", n)
	}
}

func readDiffers(tab *table.Table, inv *table.Invocation) string {
	pos, err := seat.Read(string(inv.History))
	if err != nil {
		return err.Error()
	}
	if pos.Mover() != inv.Seat || pos.Over() {
		return fmt.Sprintf("seat %d is to move, over %v, want seat %d", pos.Mover(), pos.Over(), inv.Seat)
	}
	rec := tab.Record()
	if inv.Asked {
		rec = *inv.View.PublicState // as it was when the question was put
	}
	if rec != pos.PublicState {
		return "record (-table +read):\n" + cmp.Diff(rec, pos.PublicState)
	}
	v := pos.View(inv.Hand)
	a := seat.Action(bits.TrailingZeros64(uint64(v.Legal)))
	if inv.Asked {
		a = inv.Action
		if w := *inv.View; v.Me != w.Me || v.Ask != w.Ask || v.Hand != w.Hand || v.Legal != w.Legal {
			return "view (-table +read):\n" + cmp.Diff(w, v)
		}
	}
	if file, out := pos.Text(a, inv.Hand); file != inv.Written || out != inv.Kept.String() {
		return fmt.Sprintf("%v is %q and %q, want %q and %q", a, file, out, inv.Written, inv.Kept)
	}
	return ""
}

// The end of a game shows in its history.
func TestRead_EndOfGame(t *testing.T) {
	tab, text := table.NewTable(), ""
	tab.Watch(func(inv *table.Invocation) { text += inv.Written })
	for seed := range uint64(500) {
		text = ""
		pair := stylesOf(seed)
		decided := tab.Play(seed, []engine.Player{pair[0], pair[1]}).Score != [engine.MaxSeats]int64{}
		if pos, err := seat.Read(text); err != nil || pos.Over() != decided {
			t.Fatalf("game %d: over %v (%v), decided %v: %q", seed, pos.Over(), err, decided, text)
		}
	}
}

// The exported bot makes the arena's moves: the same policy, called with the
// contest's arguments, writes and prints the same.
func TestMove_AgreesWithTable(t *testing.T) {
	tab := table.NewTable()
	asked := 0
	for seed := range uint64(2000) {
		players := [2]hashed{{seed % 3}, {seed % 7}}
		tab.Watch(func(inv *table.Invocation) {
			p := players[inv.Seat]
			file, out, err := seat.Move(callOf(inv), p, inv.Roll)
			if err != nil || file != inv.Written || out != inv.Kept.String() {
				t.Fatalf("game %d after %q: Move gives %q, %q, %v, the arena %q, %q",
					seed, inv.History, file, out, err, inv.Written, inv.Kept)
			}
			if inv.Asked {
				asked++
			}
		})
		tab.Play(seed, []engine.Player{players[0], players[1]})
	}
	if asked < 10_000 {
		t.Errorf("%d choices are too few to judge by", asked)
	}
}

// callOf is the invocation as the arbiter's command line.
func callOf(inv *table.Invocation) seat.Call {
	c := seat.Call{
		History: string(inv.History), Cards: inv.Hand.String(),
		Own: inv.Coins[inv.Seat], Opponent: inv.Coins[1-inv.Seat],
		Moves: []string{inv.Written},
	}
	if !inv.Asked || inv.View.Ask == seat.AskKeep {
		return c
	}
	c.Moves = nil
	for _, w := range optionsOf(inv.View) {
		if w == "I" || len(inv.Written) == 2 && strings.Contains(given, w) {
			w += "\n"
		}
		c.Moves = append(c.Moves, w)
	}
	return c
}
