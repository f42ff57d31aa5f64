package table

import (
	"bloodline/engine/roll"
	"bloodline/games/coup/seat"
)

// deck holds the cards that are out of play as 4-bit fields of one word. The arbiter shuffles whenever a card goes
// back, so a draw is an even choice among the fields and their order means nothing.
type deck uint64

const (
	deckSize  = 15
	stockSize = 11 // after the deal, except while an Exchange is decided
)

// full has three cards of each role.
const full deck = 0x444333222111000

func (d deck) at(i uint) seat.Role { return seat.Role(d >> (4 * i & 63) & 15) }

// put replaces the card at i.
func (d deck) put(i uint, r seat.Role) deck {
	return d ^ deck(d.at(i)^r)<<(4*i&63)
}

// deal draws four cards for the two hands and leaves the stock. The draws use less than 16 of the roll's 64 bits.
func deal(r uint64) (first, second seat.Hand, d deck) {
	d, r, first = full.draw(r, deckSize, first)
	d, r, first = d.draw(r, deckSize-1, first)
	d, r, second = d.draw(r, deckSize-2, second)
	d, _, second = d.draw(r, deckSize-3, second)
	return first, second, d & (1<<(4*stockSize) - 1)
}

// draw moves one of the n cards of a deck to a hand; the last card takes its place.
func (d deck) draw(r uint64, n uint, h seat.Hand) (deck, uint64, seat.Hand) {
	i, rest := roll.Split(r, n)
	return d.put(i, d.at(n-1)), rest, h.With(d.at(i))
}

// swap draws a card from the stock and then returns r to it, so the card that was shown is never drawn at once.
func (d deck) swap(shuffle uint64, r seat.Role) (seat.Role, deck) {
	i, _ := roll.Split(shuffle, stockSize)
	return d.at(i), d.put(i, r)
}
