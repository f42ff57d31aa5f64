package table

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// ring is the size of a stack's ring buffer, enough for the deck. Places are bytes, so they wrap around.
const ring = 256

// hidden is what no player sees: the order of the stacks and the cards in the pot. The record has the number of each.
type hidden struct {
	stack [seat.Seats][ring]uint8
	top   [seat.Seats]uint8 // place of the next card
	end   [seat.Seats]uint8 // place after the last card
	pot   [ring]uint8
	n     uint8 // cards in the pot
}

// deal shuffles the deck, eight copies of 1 to 13: seat 0 collects it all, and the others take their quarters from it.
func (h *hidden) deal(r *roll.Rand) {
	for i := range seat.Cards {
		h.pot[i] = uint8(i/seat.Copies + 1)
	}
	h.n, h.end[0] = seat.Cards, 0
	h.collect(0, r)
	for s := range h.stack {
		copy(h.stack[s][:], h.stack[0][s*seat.Stack:][:seat.Stack])
		h.top[s], h.end[s] = 0, seat.Stack
	}
}

// ante moves one card from the top of a stack into the pot, or two, and returns the first, which its owner sees.
func (h *hidden) ante(s, n int) int {
	s &= 3
	stack, top, at := &h.stack[s], h.top[s], h.n
	first := stack[top]
	h.pot[at], h.pot[at+1] = first, stack[top+1] // if n is 1, the next ante overwrites the second
	h.top[s], h.n = top+uint8(n), at+uint8(n)
	return int(first)
}

func (h *hidden) pay(s, n int) {
	s &= 3
	stack, top, at := &h.stack[s], h.top[s], h.n
	for range n {
		h.pot[at] = stack[top]
		at++
		top++
	}
	h.top[s], h.n = top, at
}

// collect puts the pot in random order at the bottom of a stack, the last place first. One draw serves three cards: the
// low half of draw times size is the fraction that remains, with a bias below 2^-40.
func (h *hidden) collect(s int, r *roll.Rand) {
	s &= 3
	stack, end := &h.stack[s], h.end[s]
	x, left := uint64(0), 0
	for i := h.n; i > 1; {
		if left == 0 {
			x, left = r.Uint64(), 3
		}
		left--
		j, rest := bits.Mul64(x, uint64(i))
		x = rest
		i--
		stack[end+i] = h.pot[uint8(j)]
		h.pot[uint8(j)] = h.pot[i]
	}
	stack[end] = h.pot[0]
	h.end[s], h.n = end+h.n, 0
}

// seated[m] lists the seats of a set.
var seated = func() (t [1 << seat.Seats][seat.Seats]uint8) {
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
}()
