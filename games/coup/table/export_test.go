package table

import (
	"bloodline/engine"
	"bloodline/games/coup/seat"
)

// State is a place from which a test plays on: the first seat is to move.
type State struct {
	Hands [2]seat.Hand
	Lost  [2]seat.Hand
	Coins [2]uint8
}

// Set prepares the table for a state; the stock is what is left of the deck.
func (t *Table) Set(seed uint64, players [2]seat.Policy, s State) {
	t.seats[0].player, t.seats[1].player = players[0], players[1]
	t.seed(seed)
	t.rec.Start()
	t.invocations, t.choices = 0, 0
	for i := range s.Hands {
		t.seats[i].view.Hand = s.Hands[i]
		t.rec.Sides[i].Coins = s.Coins[i]
		t.rec.Sides[i].Lost = s.Lost[i]
		t.rec.Sides[i].Lives = uint8(s.Hands[i].Size())
	}
	t.stock = rest(s)
	if t.watch != nil {
		t.watch.start()
	}
}

func rest(s State) (d deck) {
	n := 0
	for r := seat.Role(0); r < seat.Roles; r++ {
		out := s.Hands[0].Count(r) + s.Hands[1].Count(r) + s.Lost[0].Count(r) + s.Lost[1].Count(r)
		for range 3 - out {
			d = d.put(uint(n), r)
			n++
		}
	}
	return d
}

// Turn plays one turn and reports whether a player has lost.
func (t *Table) Turn() bool { return t.turn(&t.seats[0], &t.seats[1]) }

// PlayFrom plays a whole game from two hands of two cards.
func (t *Table) PlayFrom(seed uint64, players [2]seat.Policy, hands [2]seat.Hand) (out engine.Outcome) {
	t.Set(seed, players, State{Hands: hands})
	t.play()
	t.score(&out)
	return out
}

// Record is the public record as it stands.
func (t *Table) Record() seat.PublicState { return t.rec }

// Hands are the cards held.
func (t *Table) Hands() [2]seat.Hand {
	return [2]seat.Hand{t.seats[0].view.Hand, t.seats[1].view.Hand}
}
