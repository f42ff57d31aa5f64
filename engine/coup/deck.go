package coup

import (
	"math/bits"

	"bloodline/engine/coup/seat"
)

// deck holds the cards that are out of play as 4-bit fields of one word. The
// arbiter shuffles whenever a card goes back, so a draw is an even choice among
// the fields and their order means nothing.
type deck uint64

const (
	deckSize  = 15
	stockSize = 11 // after the deal, whenever no Exchange is being decided
)

// full has three cards of each role.
const full deck = 0x444333222111000

func (d deck) at(i int) seat.Role { return seat.Role(d >> (4 * i) & 15) }

// put replaces the card at i.
func (d deck) put(i int, r seat.Role) deck {
	return d&^(15<<(4*i)) | deck(r)<<(4*i)
}

// take splits a number in [0, n) off a roll: the high word of the product is the
// number, the low word is the rest of the roll. The draws of one deal use less
// than 16 of its 64 bits.
func take(roll uint64, n int) (int, uint64) {
	hi, lo := bits.Mul64(roll, uint64(n))
	return int(hi), lo
}

// deal draws four cards for the two hands and leaves the stock.
func deal(roll uint64) (h [2]seat.Hand, d deck) {
	d = full
	n := deckSize
	for s := range h {
		for range 2 {
			var i int
			i, roll = take(roll, n)
			n--
			h[s] = h[s].With(d.at(i))
			d = d.put(i, d.at(n))
		}
	}
	return h, d & (1<<(4*stockSize) - 1)
}

// swap draws a card from the stock and then returns r to it: the replacement is
// never the very card that was shown.
func (d deck) swap(roll uint64, r seat.Role) (seat.Role, deck) {
	i, _ := take(roll, stockSize)
	return d.at(i), d.put(i, r)
}
