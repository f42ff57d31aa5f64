package seat

import "math/bits"

// Nobody is the seat number of no seat.
const Nobody = -1

// maxMoves bounds the moves of one bidding: every raise costs a card, and between
// two raises each other seat moves once.
const maxMoves = Seats * (Cards + 1)

// Record is everything that all seats know: the state of the deal, and the memory
// of the run. Seats are numbered from 0 and sets of seats are bit masks. The
// calls, in the order of a run, are
//
//	Reset (Deal (Begin (Play)* (Show)* Settle)*)*
//
// and each seat's [View] is told the rest. Fields are to be read only.
type Record struct {
	// The bidding.
	In     uint8       // seats that take part
	Active uint8       // of these, the ones that have not passed
	Alive  uint8       // seats not eliminated; outside a bidding these have cards
	War    bool        // whether it decides a tie of the bidding before
	Level  int         // most cards that one seat has put in, antes aside
	Raises int         // raises so far
	Pot    int         // cards to be won, antes and carried cards included
	Put    [Seats]int  // cards put in during the bidding, antes aside
	Stack  [Seats]int  // cards in the stacks
	Line   [Seats]Line // the strongest thing each seat has done
	First  int         // who moved first, Nobody before that: starters are not announced
	Last   int         // who raised last, Nobody if nobody has
	Moved  int         // moves made

	turn, stop int   // next to move, and whose turn ends the bidding; Nobody if not known
	shown      uint8 // seats whose cards have been turned up
	tops       Set   // by value, as a nibble of seats, who showed what
	warriors   uint8 // seats of the war to come

	// The end of the latest bidding.
	Winner int // who took the pot; Nobody if it waits for a war or is carried over

	// The deal.
	Bidding int           // number of the bidding, from 1; wars count
	Out     [Seats]int    // bidding of the elimination, 0 for seats still in
	settled int           // biddings that have ended
	events  [memory]event // the latest of them and the one going on, in a ring

	// The run.
	Deals  int // deals begun
	Models [Seats]Model

	moves [maxMoves]uint8 // seat and action of every move, in order
}

// Reset forgets everything: a new run begins.
func (r *Record) Reset() {
	r.Deals = 0
	clear(r.Models[:])
}

// Deal begins a deal of 26 unknown cards each.
func (r *Record) Deal() {
	r.Deals++
	r.Bidding, r.Pot, r.warriors, r.settled = 0, 0, 0, 0
	r.In, r.Active, r.Alive = 0, 0, 1<<Seats-1
	r.Winner = Nobody
	*r.now() = event{winner: Nobody}
	r.Out = [Seats]int{}
	for s := range Seats {
		r.Stack[s] = Stack
	}
}

// Begin begins the next bidding and takes the antes: one card of everybody who
// has any, or up to two of each warrior.
func (r *Record) Begin() {
	ante := 1
	in := r.Alive
	if r.War = r.warriors != 0; r.War {
		ante, in = 2, r.warriors
	}
	r.Bidding++
	r.In, r.Active = in, in
	r.Level, r.Raises, r.Moved = 0, 0, 0
	r.First, r.Last, r.turn, r.stop = Nobody, Nobody, Nobody, Nobody
	r.shown, r.tops = 0, 0
	*r.now() = event{winner: Nobody}
	r.Put = [Seats]int{}
	r.Line = [Seats]Line{}
	for m := in; m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		r.pay(s, min(ante, r.Stack[s]))
	}
}

// now is the bidding going on.
func (r *Record) now() *event { return &r.events[uint(r.settled)%memory] }

// pay moves n cards of s from his stack to the pot.
func (r *Record) pay(s, n int) {
	r.Stack[s&3] -= n
	r.Pot += n
	r.now().drawn[s&3] += uint8(n)
}

// Drawn returns how many cards s has put in during this bidding, antes included.
// It is forgotten by Settle.
func (r *Record) Drawn(s int) int { return int(r.now().drawn[s&3]) }

// Price returns what a check costs s: the way up to the level, or all he has.
func (r *Record) Price(s int) int {
	s &= 3
	return min(r.Level-r.Put[s], r.Stack[s])
}

// Legal returns the moves of s. Raising needs the cards for it; passing and
// checking never do.
func (r *Record) Legal(s int) Mask {
	s &= 3
	spare := r.Stack[s] - (r.Level - r.Put[s])
	return Mask(1<<(2+uint(max(0, min(spare, MaxRaise)))) - 1)
}

// next[m][s] is the first seat of m after s, going round; s itself comes last.
var next = rounds()

func rounds() (t [1 << Seats][Seats]int8) {
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
}

// Next returns the first seat of a set after s, going round.
func Next(seats uint8, s int) int { return int(next[seats&15][s&3]) }

// Play executes a legal move of s, who is to move.
func (r *Record) Play(s int, a Action) {
	s &= 3
	way := r.Level - r.Put[s]
	price := min(way, r.Stack[s])
	if r.First < 0 {
		r.First = s
	}
	r.moves[r.Moved] = uint8(s)<<4 | uint8(a)
	r.Moved++
	answers := r.Models[s].Answers(r.Put[s], price)
	switch a {
	case Pass:
		answers.Pass++
		r.Active &^= 1 << s
	case Check:
		answers.Check++
		r.Put[s] += price
		r.Line[s] = r.Line[s].called(price, r.Put[s])
		if price > 0 {
			r.pay(s, price)
		}
		if r.stop < 0 {
			r.stop = s
		}
	default:
		answers.Raise++
		r.raise(s, way, a.By())
	}
	r.turn = int(next[r.Active&15][s])
}

func (r *Record) raise(s, way, by int) {
	r.Put[s] += way + by
	r.Level = r.Put[s]
	r.Line[s] = r.Line[s].raised(by, r.Raises)
	r.Raises++
	r.Last, r.stop = s, s
	r.pay(s, way+by)
}

// Over tells whether the bidding has ended: all but one have passed, or the turn
// has come to the last raiser, or without a raise to the first who checked.
func (r *Record) Over() bool {
	return r.Active&(r.Active-1) == 0 || r.turn >= 0 && r.turn == r.stop
}

// Turn returns who is to move, Nobody before the first move of a bidding.
func (r *Record) Turn() int { return r.turn }

// Move returns move i of the bidding, 0 to Moved-1.
func (r *Record) Move(i int) (s int, a Action) {
	return int(r.moves[i] >> 4), Action(r.moves[i] & 15)
}

// Show turns up the peeked card of s, who has not passed. It reports whether all
// such cards are up now, so that Settle may follow.
func (r *Record) Show(s, card int) bool {
	s &= 3
	r.now().shown[s] = uint8(card)
	r.shown |= 1 << s
	r.tops |= One(card) << (s & 3)
	m, l := &r.Models[s], r.Line[s]
	m.Shown[l][card&15]++
	m.Held[l]++
	return r.shown == r.Active
}

// Shown returns the card that s has shown in this bidding, 0 if he has not. It is
// forgotten by Settle.
func (r *Record) Shown(s int) int { return int(r.now().shown[s&3]) }

// Settle ends the bidding by what was shown: the pot is won, or there is a war, or
// it is carried over. Then everybody without cards is out. It reports whether the
// deal is over, at most one seat having cards.
func (r *Record) Settle() bool {
	if r.tops != 0 {
		high := (bits.Len64(uint64(r.tops)) - 1) &^ 3
		r.award(uint8(r.tops >> high))
	}
	r.settled++
	if out := r.Alive & r.poor(); out != 0 {
		r.Alive &^= out
		for ; out != 0; out &= out - 1 {
			r.Out[bits.TrailingZeros8(out)&3] = r.Bidding
		}
	}
	return r.Alive&(r.Alive-1) == 0
}

// poor returns the seats without cards.
func (r *Record) poor() uint8 {
	none := func(n int) uint8 { return uint8(uint(n-1) >> 63) }
	return none(r.Stack[0]) | none(r.Stack[1])<<1 | none(r.Stack[2])<<2 | none(r.Stack[3])<<3
}

// award gives the pot to the only seat of best, or to the only one of them who
// has cards left. Several such seats make war; none leaves the pot to the next
// bidding.
func (r *Record) award(best uint8) {
	r.warriors, r.Winner = 0, Nobody
	if best&(best-1) != 0 {
		best &^= r.poor()
		if best&(best-1) != 0 {
			r.warriors = best
			return
		}
		if best == 0 {
			return
		}
	}
	w := bits.TrailingZeros8(best) & 3
	r.Winner = w
	r.Stack[w] += r.Pot
	e := r.now()
	e.winner, e.pot = int8(w), uint8(r.Pot)
	r.Pot = 0
}
