// Package seat is what one player of Wojna deklarowana may know and do, and the contest's protocol around it.
//
//  1. [PublicState] is the public part: everything that all four seats learn, from the antes to the showdown, and its
//     consequences (the next player, winners, eliminations). It also holds the memory of a run: a [Model] of every
//     seat, of duels too, and what is known of each stack.
//  2. [View] is one seat's part: the own card, and cards that only this seat has seen, on top of the record.
//  3. [Policy] turns a view and a roll into an [Action].
//  4. [Thinker] estimates rivals for hand-written policies.
//  5. [Program] reads the protocol line by line and makes the same calls on a
//     record and a view that a table makes; [Main] is the whole exported bot.
//
// Every event costs a few nanoseconds, most of them one counter; cards are counted only when a policy asks, in some 50
// ns for each bidding since it last did. A record has 11 KB and a view 4 KB; nothing is allocated after they exist. The
// views of a table share one record.
package seat

// Policy makes a bot's decisions, legal and by the view and the roll alone. It is immutable and shared by all workers.
type Policy interface {
	Act(v *View, roll uint64) Action
}

// View is what one seat knows. Other views of the table share the embedded record. Fields are to be read only.
type View struct {
	*PublicState
	Me   int // the own seat
	Card int // the own peeked card; 0 for a seat that takes no part

	count count
}

// Sit begins a run on a record, which others may share.
func (v *View) Sit(r *PublicState, me int) { v.PublicState, v.Me, v.Card = r, me, 0 }

// Deal begins a deal, after PublicState.Deal.
func (v *View) Deal() {
	v.Card = 0
	v.forget()
}

// Peek sets the own card, after PublicState.Begin and to a seat that takes part.
func (v *View) Peek(card int) { v.Card = card }

// Settle ends a bidding, after PublicState.Settle. The own card is remembered even if no other seat has seen it.
func (v *View) Settle() {
	v.count.mine[uint(v.settled-1)%memory] = uint8(v.Card)
	v.Card = 0
}

// catchUp counts the cards of the biddings since the last question, or forgets all cards after more than memory.
func (v *View) catchUp() {
	c := &v.count
	if v.settled-c.done >= memory {
		v.forget()
	}
	for ; c.done < v.settled; c.done++ {
		i := uint(c.done) % memory
		c.replay(&v.events[i], v.Me, c.mine[i])
	}
	// The cards of used-up pots are unknown again, whichever player is asked about first.
	for s := range c.queue {
		c.top(&c.queue[s])
	}
}

// forget resets the count to the sizes of the stacks before the antes.
func (v *View) forget() {
	stacks := v.Stack
	for s := range stacks {
		stacks[s] += int(v.drawn[s])
	}
	v.count.reset(stacks)
	v.count.done = v.settled
}

func (v *View) Legal() Mask { return v.PublicState.Legal(v.Me) }
func (v *View) Price() int  { return v.PublicState.Price(v.Me) }

// Rivals returns the other seats that have not passed.
func (v *View) Rivals() uint8 { return v.Active &^ (1 << v.Me) }

// Behind returns the seats that still have to move if this seat now checks and nobody raises.
func (v *View) Behind() uint8 {
	if v.stop < 0 {
		return v.Rivals() // players who moved before have passed
	}
	var m uint8
	for s := Next(v.Active, v.Me); s != v.stop && s != v.Me; s = Next(v.Active, s) {
		m |= 1 << s
	}
	return m
}

// Peeked returns what this seat knows of the card that seat s peeked at. It comes from a pot that s has collected, and
// is each of the pot's of cards, at least 1, with the same probability. known are those that this seat has seen.
func (v *View) Peeked(s int) (known Set, of int) {
	v.catchUp()
	b := v.count.top(&v.count.queue[s&3])
	return b.known, max(b.of(), 1)
}

// Ahead returns what this seat knows of the cards on top of the stack of s. The next n cards are drawn at random from
// of cards; known are those that this seat has seen. n is 0 for an empty stack.
func (v *View) Ahead(s int) (known Set, n, of int) {
	v.catchUp()
	q := &v.count.queue[s&3]
	b := v.count.top(q)
	drawn := v.drawn[s&3]
	if drawn < b.n {
		known, of = b.known, b.of()
		if s == v.Me && v.Card > 0 {
			of--
			if known.Count(v.Card) > 0 {
				known -= One(v.Card)
			}
		}
		return known, int(b.n - drawn), of
	}
	for slot := q.head; slot != q.tail; slot++ {
		if b := q.at(slot); drawn < b.n {
			return b.known, int(b.n - drawn), b.of()
		}
		drawn -= q.at(slot).n
	}
	return 0, 0, 0
}

// Unknown returns how many cards of a value, 1 to Values, are in places unknown to this seat, without the own card.
func (v *View) Unknown(card int) int {
	v.catchUp()
	n := int(v.count.pool[card&15])
	if card == v.Card && v.count.top(&v.count.queue[v.Me&3]).known.Count(card) == 0 {
		n--
	}
	return max(n, 0)
}

// Under counts the cards in places that this seat does not know: those below the own card, those equal to it, and all.
func (v *View) Under() (low, equal, all int) {
	v.catchUp()
	pool := &v.count.pool
	card := v.Card & 15
	for c := 1; c < card; c++ {
		low += max(int(pool[c]), 0)
	}
	equal = v.Unknown(card)
	all = low + equal
	for c := card + 1; c <= Values; c++ {
		all += max(int(pool[c]), 0)
	}
	return low, equal, all
}

// Chances is a distribution over the values 1 to Values; index 0 is not used.
type Chances [16]float32

// Unknowns fills p with the distribution of a card in a place that this seat does not know.
func (v *View) Unknowns(p *Chances) {
	v.catchUp()
	sum := 0
	for c := 1; c <= Values; c++ {
		n := max(int(v.count.pool[c]), 0)
		sum += n
		p[c] = float32(n)
	}
	if p[v.Card&15] > 0 && v.Unknown(v.Card) < int(p[v.Card&15]) {
		p[v.Card&15]--
		sum--
	}
	if sum <= 0 {
		for c := 1; c <= Values; c++ {
			p[c] = 1.0 / Values
		}
		return
	}
	scale := 1 / float32(sum)
	for c := 1; c <= Values; c++ {
		p[c] *= scale
	}
}

// What hand-written bots compute from a view.

// Over is the probability that a random card is below card; an equal one counts half.
func Over(card int) float64 { return (float64(card) - 0.5) / Values }

// Power is x to the p for x in [0, 1] and p from 0, interpolated between whole exponents.
func Power(x, p float64) float64 {
	y := 1.0
	for ; p >= 1; p-- {
		y *= x
	}
	return y * (1 - p + float64(p*x))
}

// Happens reports whether an event with a probability happens; part, 0 to 3, numbers a roll's independent events.
func Happens(rolled uint64, part uint, probability float64) bool {
	return float64(rolled>>(16*part)&0xffff) < probability*0x10000
}

// RaiseUpTo returns a raise by n cards, or by as many as are legal, or a check.
func (v *View) RaiseUpTo(n int) Action {
	legal := v.Legal()
	for ; n > 0; n-- {
		if a := Raise(n); legal.Has(a) {
			return a
		}
	}
	return Check
}

// Lower is the probability that the card of s is below the own one; an equal one counts half. It uses the cards that
// were seen when s collected them, and for the rest the distribution by [View.Unknowns].
func (v *View) Lower(unknown *Chances, s int) float64 {
	known, of := v.Peeked(s)
	low := 0.0
	for c := 1; c < v.Card; c++ {
		low += float64(unknown[c])
	}
	low += float64(float64(unknown[v.Card]) / 2)
	hits := float64(known.Below(v.Card).Len()) + float64(float64(known.Count(v.Card))/2)
	all := float64(known.Len())
	places := max(float64(of), all)
	return (hits + float64((places-all)*low)) / places
}
