package wojna

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/engine/wojna/seat"
)

// ring is the size of a stack's memory: a power of two above the deck.
const ring = 128

// hidden is what nobody sees: the order of the stacks and the cards in the pot.
// How many there are of each, the record knows.
type hidden struct {
	stack [seat.Seats][ring]uint8
	top   [seat.Seats]uint8 // place of the next card
	end   [seat.Seats]uint8 // place after the last card
	pot   [ring]uint8
	n     uint8 // cards in the pot
}

// deal shuffles the deck, eight copies of 1 to 13, and gives everybody a quarter.
func (h *hidden) deal(r *roll.Rand) {
	var deck [seat.Cards]uint8
	for i := range deck {
		deck[i] = uint8(i/seat.Copies + 1)
	}
	shuffle(r, deck[:])
	for s := range h.stack {
		copy(h.stack[s][:], deck[s*seat.Stack:][:seat.Stack])
		h.top[s], h.end[s] = 0, seat.Stack
	}
	h.n = 0
}

// shuffle puts cards into random order. One draw serves three cards: the low half
// of draw times size is the fraction that remains, with a bias below 2^-40.
func shuffle(r *roll.Rand, cards []uint8) {
	for i := len(cards); i > 1; {
		x := r.Uint64()
		for k := 0; k < 3 && i > 1; k++ {
			j, rest := bits.Mul64(x, uint64(i))
			i--
			x = rest
			cards[i], cards[j] = cards[j], cards[i]
		}
	}
}

// peek returns the top card of a stack that has one.
func (h *hidden) peek(s int) int { return int(h.stack[s&3][h.top[s&3]%ring]) }

// pay moves n cards from the top of a stack into the pot.
func (h *hidden) pay(s, n int) {
	s &= 3
	stack, top, at := &h.stack[s], h.top[s], h.n
	for range n {
		h.pot[at%ring] = stack[top%ring]
		at++
		top++
	}
	h.top[s], h.n = top, at
}

// collect puts the pot in random order at the bottom of a stack.
func (h *hidden) collect(s int, r *roll.Rand) {
	s &= 3
	pot := h.pot[:h.n%ring]
	shuffle(r, pot)
	stack, end := &h.stack[s], h.end[s]
	for _, c := range pot {
		stack[end%ring] = c
		end++
	}
	h.end[s], h.n = end, 0
}

// seated[m] lists the seats of a set.
var seated = lists()

func lists() (t [1 << seat.Seats][seat.Seats]uint8) {
	for m := range t {
		n := 0
		for s := range t[m] {
			if m>>s&1 == 1 {
				t[m][n] = uint8(s)
				n++
			}
		}
	}
	return t
}

// starter draws one of the seats of a set that is not empty, evenly.
func starter(in uint8, rolled uint64) int {
	return int(seated[in&15][roll.Below(rolled, bits.OnesCount8(in))&3])
}
