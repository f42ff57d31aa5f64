package seat

import "math/bits"

const Nobody = -1

// PublicState is everything that all seats know: the state of the deal, and the memory of the run. Seats are numbered
// from 0 and sets of seats are bit masks. The calls, in the order of a run, are
//
//	Reset (Deal (Begin (Play)* (Show)* Settle)*)*
//
// and each seat's [View] gets the rest. Fields are to be read only.
type PublicState struct {
	// The bidding.
	In     uint8       // seats that take part
	Active uint8       // seats that take part and have not passed
	Alive  uint8       // seats not eliminated; between biddings all of them have cards
	War    bool        // whether it decides a tie of the bidding before
	Level  int         // most cards that one seat has put in, besides antes
	Raises int         // raises so far
	Pot    int         // cards to be won, antes and carried cards included
	Put    [Seats]int  // cards put in during the bidding, besides antes
	Stack  [Seats]int  // cards in the stacks
	Line   [Seats]Line // the strongest thing each seat has done
	Moved  int         // moves made

	turn, stop int          // the next seat to move, and the seat whose turn ends the bidding; Nobody if not known
	tops       tops         // cards that have been turned up
	drawn      [Seats]uint8 // cards put in, antes included
	warriors   uint8        // seats of the war to come

	// The end of the latest bidding.
	Winner int // seat that took the pot; Nobody if it waits for a war or is carried over

	// The deal.
	Bidding int           // number of the bidding, from 1; wars count
	Out     [Seats]int    // bidding of the elimination, 0 for seats still in
	settled int           // biddings that have ended
	events  [memory]event // the latest biddings that have ended, in a ring

	// The run.
	Deals  int        // deals begun
	Before [Seats]int // Out of the deal before, as it ended
	Models [Seats]Model
	Duels  [Seats]Model // the same for biddings between two
}

// Reset forgets everything: a new run begins.
func (r *PublicState) Reset() {
	r.Deals = 0
	clear(r.Models[:])
	clear(r.Duels[:])
}

// Deal begins a deal of 26 unknown cards each.
func (r *PublicState) Deal() {
	r.Deals++
	r.Bidding, r.Pot, r.warriors, r.settled = 0, 0, 0, 0
	r.In, r.Active, r.Alive = 0, 0, 1<<Seats-1
	r.Winner = Nobody
	r.drawn, r.tops = [Seats]uint8{}, 0
	r.Before, r.Out = r.Out, [Seats]int{}
	for s := range Seats {
		r.Stack[s] = Stack
	}
}

// Begin begins the next bidding and takes the antes: one card of every player with cards, or up to two of each warrior.
func (r *PublicState) Begin() {
	ante := 1
	in := r.Alive
	if r.War = r.warriors != 0; r.War {
		ante, in = 2, r.warriors
	}
	r.Bidding++
	r.In, r.Active = in, in
	r.Level, r.Raises, r.Moved = 0, 0, 0
	r.turn, r.stop = Nobody, Nobody
	r.tops, r.drawn = 0, [Seats]uint8{}
	r.Put = [Seats]int{}
	r.Line = [Seats]Line{}
	for m := in; m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		r.pay(s, min(ante, r.Stack[s]))
	}
}

func (r *PublicState) pay(s, n int) {
	r.Stack[s&3] -= n
	r.Pot += n
	r.drawn[s&3] += uint8(n)
}

// Drawn returns how many cards s has put in during this bidding, antes included. It is forgotten by Settle.
func (r *PublicState) Drawn(s int) int { return int(r.drawn[s&3]) }

// Duel reports whether two take part in the bidding.
func (r *PublicState) Duel() bool { m := r.In & (r.In - 1); return m != 0 && m&(m-1) == 0 }

// Price returns the cards that a check costs s: up to the level, or all that s has.
func (r *PublicState) Price(s int) int {
	s &= 3
	return min(r.Level-r.Put[s], r.Stack[s])
}

// Legal returns the moves of s. Raising needs the cards for it; passing and checking never do.
func (r *PublicState) Legal(s int) Mask {
	s &= 3
	spare := r.Stack[s] - (r.Level - r.Put[s])
	return Mask(1<<(2+uint(max(0, min(spare, MaxRaise)))) - 1)
}

// next[m][s] is the first seat of m after s, going round; s itself comes last.
var next = func() (t [1 << Seats][Seats]int8) {
	for m := range t {
		for s := range t[m] {
			for k := Seats; k > 0; k-- {
				if at := (s + k) % Seats; m>>at&1 == 1 {
					t[m][s] = int8(at)
				}
			}
		}
	}
	return t
}()

// Next returns the first seat of a set after s, going round.
func Next(seats uint8, s int) int { return int(next[seats&15][s&3]) }

// Play executes a legal move of s, whose turn it is, and returns the number of cards that s puts in.
func (r *PublicState) Play(s int, a Action) (paid int) {
	s &= 3
	way := r.Level - r.Put[s]
	price := min(way, r.Stack[s])
	r.Moved++
	r.Line[s] = r.After(s, a)
	r.Models[s].Answers(r.Put[s], price).note(a)
	if r.Duel() {
		r.Duels[s].Answers(r.Put[s], price).note(a)
	}
	switch a {
	case Pass:
		r.Active &^= 1 << s
	case Check:
		if paid = price; paid > 0 {
			r.Put[s] += paid
			r.pay(s, paid)
		}
		if r.stop < 0 {
			r.stop = s
		}
	default:
		paid = way + a.By()
		r.Put[s] += paid
		r.Level = r.Put[s]
		r.Raises++
		r.stop = s
		r.pay(s, paid)
	}
	r.turn = int(next[r.Active&15][s])
	return paid
}

// After returns the line that s, whose turn it is, has after a legal move.
func (r *PublicState) After(s int, a Action) Line {
	switch a {
	case Pass:
		return r.Line[s]
	case Check:
		paid := min(r.Level-r.Put[s], r.Stack[s])
		return r.Line[s].Called(paid, r.Put[s]+paid)
	}
	if r.Raises > 0 {
		return Reraised
	}
	return max(r.Line[s], Opened1+Line(a.By()-1))
}

// Over reports whether all but one have passed, or it is the turn of the last raiser or, without, the first to check.
func (r *PublicState) Over() bool {
	return r.Active&(r.Active-1) == 0 || r.turn >= 0 && r.turn == r.stop
}

// Turn returns the seat that moves next, Nobody before the first move of a bidding.
func (r *PublicState) Turn() int { return r.turn }

// Show turns up the peeked card of s, which has not passed. When all such cards are up, Settle may follow.
func (r *PublicState) Show(s, card int) {
	s &= 3
	r.tops |= 1 << (uint(4*card-4+s) & 63)
	l := r.Line[s]
	r.Models[s].show(l, card)
	if r.Duel() {
		r.Duels[s].show(l, card)
	}
}

// Shown returns the card that s has shown in this bidding, 0 if it has not. It is forgotten by Settle.
func (r *PublicState) Shown(s int) int { return r.tops.of(s) }

// Settle ends the bidding by the cards shown: the pot is won, or there is a war, or it is carried over. Then seats
// without cards are out. It reports whether the deal is over, which is so if at most one seat has cards.
func (r *PublicState) Settle() bool {
	e := &r.events[uint(r.settled)%memory]
	e.drawn, e.shown, e.pot, e.winner = r.drawn, r.tops, 0, Nobody
	high := (bits.Len64(uint64(r.tops)) - 1) &^ 3
	best := uint8(r.tops >> (uint(high) & 63)) // the seats that showed the highest card of all, none if no card was shown
	r.warriors, r.Winner = 0, Nobody
	if best&(best-1) != 0 { // of a tie, the only seat with cards left wins; several make war, none leaves the pot
		best &^= r.poor()
		if best&(best-1) != 0 {
			r.warriors, best = best, 0
		}
	}
	if best != 0 {
		w := bits.TrailingZeros8(best) & 3
		r.Winner = w
		r.Stack[w] += r.Pot
		e.winner, e.pot = int8(w), uint8(r.Pot)
		r.Pot = 0
	}
	r.settled++
	r.drawn, r.tops = [Seats]uint8{}, 0
	if out := r.Alive & r.poor(); out != 0 {
		r.Alive &^= out
		for ; out != 0; out &= out - 1 {
			r.Out[bits.TrailingZeros8(out)&3] = r.Bidding
		}
	}
	return r.Alive&(r.Alive-1) == 0
}

// poor returns the seats without cards.
func (r *PublicState) poor() uint8 {
	a, b, c, d := r.Stack[0]-1, r.Stack[1]-1, r.Stack[2]-1, r.Stack[3]-1 // negative for none
	return uint8(a>>8&1 | b>>8&2 | c>>8&4 | d>>8&8)
}
