package table_test

import (
	"math/bits"
	"strings"
	"testing"

	"bloodline/games/coup/seat"
	"bloodline/games/coup/table"
)

// script is a policy for both seats that writes a given text, and keeps given
// cards in an Exchange (or the lowest ones).
type script struct {
	text  string
	keep  string // shown alphabet, sorted
	file  string // written so far
	calls int
	lost  bool // the text asked for something illegal
}

func (s *script) Act(v *seat.View, _ uint64) seat.Action {
	first := seat.NoAction
	for m := v.Legal; m != 0; m &= m - 1 {
		a := seat.Action(bits.TrailingZeros64(uint64(m)))
		w := wordOf(a, v.Ask)
		if v.Ask == seat.AskKeep && (s.keep == "" || s.keep == w) {
			return a
		}
		if v.Ask != seat.AskKeep && strings.HasPrefix(s.text[min(len(s.file), len(s.text)):], w) {
			return a
		}
		first = min(first, a)
	}
	s.lost = true
	return first
}

func (s *script) watch(inv *table.Invocation) {
	s.calls++
	s.file += inv.Written
}

// scene is one turn, played from a state by a script.
type scene struct {
	*script
	tab *table.Table
}

// play plays one turn of the first seat. Hands are in the shown alphabet.
func play(tb testing.TB, seed uint64, state table.State, text, keep string) scene {
	tb.Helper()
	s := &script{text: text, keep: keep}
	tab := table.NewTable()
	tab.Watch(s.watch)
	tab.Set(seed, [2]seat.Policy{s, s}, state)
	tab.Turn()
	if s.file != text || s.lost {
		tb.Fatalf("the table wrote %q, the script is %q", s.file, text)
	}
	return scene{s, tab}
}

// whole plays a game from the deal until the script ends.
func whole(tb testing.TB, hands [2]seat.Hand, text string) (scene, int) {
	tb.Helper()
	s := &script{text: text}
	tab := table.NewTable()
	tab.Watch(s.watch)
	out := tab.PlayFrom(1, [2]seat.Policy{s, s}, hands)
	if !strings.HasPrefix(s.file, text) {
		tb.Fatalf("the table wrote %q, the script is %q", s.file, text)
	}
	winner := -1
	for i, n := range out.Score {
		if n == 1 {
			winner = i
		}
	}
	return scene{script: s, tab: tab}, winner
}

func hand(cards string) seat.Hand {
	var h seat.Hand
	for _, c := range cards {
		h = h.With(seat.Role(strings.IndexRune(shown, c)))
	}
	return h
}

// state is a place with two hands and coins, other cards given up to make four.
func state(p, q string, coins ...uint8) table.State {
	s := table.State{Hands: [2]seat.Hand{hand(p), hand(q)}}
	copy(s.Coins[:], coins)
	for i := range s.Lost {
		if s.Hands[i].Size() == 1 {
			s.Lost[i] = seat.HandOf(spare(s))
		}
	}
	return s
}

// spare is a role of which the deck has a card left.
func spare(s table.State) seat.Role {
	for r := seat.Role(0); r < seat.Roles; r++ {
		if s.Hands[0].Count(r)+s.Hands[1].Count(r)+s.Lost[0].Count(r)+s.Lost[1].Count(r) < 3 {
			return r
		}
	}
	panic("unreachable: nineteen cards are not out")
}
