package seat

import "math/bits"

// Set counts cards by value in nibbles: nibble v-1 holds how many cards of value v there are. Eight copies fit.
type Set uint64

func One(card int) Set { return 1 << (4 * uint(card-1) & 63) }

func (s Set) Count(card int) int { return int(s >> (4 * uint(card-1) & 63) & 15) }

func (s Set) Len() int {
	const even = 0x0f0f0f0f0f0f0f0f
	return int((uint64(s)&even + uint64(s)>>4&even) * 0x0101010101010101 >> 56)
}

func (s Set) Below(card int) Set { return s & (One(card) - 1) }

func (s Set) Sum() int {
	sum := 0
	for v := 1; s != 0; v, s = v+1, s>>4 {
		sum += v * int(s&15)
	}
	return sum
}

// depth is the most batches that a stack can consist of: a pot has at least two cards, so 52 and a remainder.
const depth = 64

// batch is the part of a stack that came from one pot, in unknown order. known are the cards seen going in and not
// coming out. Each is equally likely one of the n cards that are left or of those that came out unseen.
type batch struct {
	known  Set
	n      uint8
	unseen uint8
}

// of is the number of places where a known card may be.
func (b *batch) of() int { return int(b.n) + int(b.unseen) }

// queue is a stack as one seat knows it: batches, first in first out.
type queue struct {
	batch [depth]batch
	head  uint32 // batches that were used up
	tail  uint32 // batches that came in
}

func (q *queue) at(slot uint32) *batch { return &q.batch[slot%depth] }

// tops has the cards shown in a bidding: nibble v-1 has the seats, a bit each, that showed a card of value v.
type tops uint64

// of returns the card that s showed, 0 if it did not.
func (t tops) of(s int) int {
	const seat0 = 0x1111111111111111
	mine := uint64(t) & (seat0 << uint(s&3))
	return (bits.Len64(mine) + 3) >> 2
}

func (t tops) seats() uint8 {
	for half := 32; half >= 4; half /= 2 {
		t |= t >> half
	}
	return uint8(t & 15)
}

// event is how one bidding moved cards: those each seat drew, the peeked one first, those shown, the pot, its winner.
type event struct {
	shown  tops
	drawn  [Seats]uint8
	pot    uint8
	winner int8 // Nobody: the pot stays on the table
}

// memory is how many biddings a view can catch up with; after more it forgets all cards.
const memory = 256

// count is what a seat knows of the places of cards, updated only when used, because many players never use it.
type count struct {
	done  int           // biddings counted
	mine  [memory]uint8 // own peeked card by bidding, 0 for none
	queue [Seats]queue
	pot   Set      // known cards on the table
	pool  [16]int8 // cards in unknown places, by value; negative if a card is counted in two places
}

// reset begins with stacks of which only the sizes are known.
func (c *count) reset(stacks [Seats]int) {
	c.pot = 0
	for s, n := range stacks {
		q := &c.queue[s]
		*q.at(0) = batch{n: uint8(n)}
		q.head, q.tail = 0, 1
	}
	for v := range c.pool {
		c.pool[v] = Copies
	}
}

// top returns the batch of the next card. A used-up batch's known cards that never came out are in unknown places.
func (c *count) top(q *queue) *batch {
	b := q.at(q.head)
	for b.n == 0 && q.head+1 < q.tail {
		for k := b.known; k != 0; k &= k - 1 {
			// One bit of a nibble stands for 1, 2, 4 or 8 cards.
			at := bits.TrailingZeros64(uint64(k))
			c.pool[(at>>2+1)&15] += 1 << (at & 3)
		}
		q.head++
		b = q.at(q.head)
	}
	return b
}

func (c *count) draw(q *queue, n int) {
	for n > 0 {
		b := c.top(q)
		t := min(n, int(b.n))
		if t == 0 {
			return // the referee broke the rules
		}
		b.n -= uint8(t)
		b.unseen += uint8(t)
		n -= t
	}
}

// see takes one card off a stack and lays it on the table, open.
func (c *count) see(q *queue, card int) {
	b := c.top(q)
	if b.n > 0 {
		b.n--
	}
	if b.known.Count(card) > 0 {
		b.known -= One(card)
	} else {
		c.pool[card&15]--
	}
	c.pot += One(card)
}

// replay counts one bidding for seat me, whose peeked card is mine.
func (c *count) replay(e *event, me int, mine uint8) {
	for s := range Seats {
		n := int(e.drawn[s])
		if n == 0 {
			continue
		}
		card := e.shown.of(s)
		if s == me && card == 0 {
			card = int(mine)
		}
		q := &c.queue[s]
		if card != 0 {
			c.see(q, card)
			n--
		}
		c.draw(q, n)
	}
	if e.winner >= 0 {
		q := &c.queue[e.winner&3]
		*q.at(q.tail) = batch{known: c.pot, n: e.pot} // at the bottom
		q.tail++
		c.pot = 0
	}
}

// Line is the strongest thing that a seat has done in a bidding. Shown cards are remembered by line.
type Line uint8

// The lines, weakest first.
const (
	Waited   Line = iota // no move yet
	Checked              // checked for nothing
	Called1              // paid one card in all to stay
	Called2              // paid two or three
	Called4              // paid four or more
	Opened1              // made the first raise, by one card
	Opened2              // by two
	Opened3              // by three
	Stood                // raised, was raised, and paid
	Reraised             // raised when another had raised
	Lines
)

// Prices is the number of classes of the price to stay: 0 to 6 cards, and more.
const Prices = 8

// Replies are the answers of one seat to one class of price.
type Replies struct {
	Pass  uint32
	Check uint32
	Raise uint32
}

func (r *Replies) Asked() uint32 { return r.Pass + r.Check + r.Raise }

func (r *Replies) note(a Action) {
	switch a {
	case Pass:
		r.Pass++
	case Check:
		r.Check++
	default:
		r.Raise++
	}
}

// Model is what the table has seen of one seat during a run.
type Model struct {
	// Reply is the fold curve: answers by price. Index 1 is for answers after it had put in cards, besides antes.
	Reply [2][Prices]Replies
	// Shown counts the cards, 1 to Values, that the seat showed after each line.
	Shown [Lines][Values + 3]uint32
	// Held counts all the cards that were shown after each line.
	Held [Lines]uint32
}

// Answers returns what the seat answered to a price when it had already put in the given number of cards.
func (m *Model) Answers(put, price int) *Replies {
	curve := &m.Reply[0]
	if put > 0 {
		curve = &m.Reply[1]
	}
	return &curve[min(price, Prices-1)&(Prices-1)]
}

func (m *Model) show(l Line, card int) {
	m.Shown[l][card&15]++
	m.Held[l]++
}

// Called is the line of a seat that checked: pay is what this check cost, put all that the seat has in, antes aside.
func (l Line) Called(pay, put int) Line {
	switch {
	case pay == 0 && put == 0:
		return max(l, Checked)
	case pay == 0:
		return l
	case l >= Opened1:
		return max(l, Stood)
	case put == 1:
		return max(l, Called1)
	case put <= 3:
		return max(l, Called2)
	}
	return Called4
}
