package table

import (
	"math/bits"

	"bloodline/games/coup/seat"
)

// mark is what an invocation writes into the history file: an action's own letter, a card, or the newline that ends the
// owner's turn. The table passes marks about; only a watcher turns them into text.
type mark uint8

const (
	shown0  = mark(seat.BlockDuke) + 1 // a card is shown: five marks
	given0  = shown0 + seat.Roles      // a card is given up
	closed0 = given0 + seat.Roles      // the same at the end of the owner's own turn
	newline = closed0 + seat.Roles
)

func (m mark) text() string {
	switch {
	case m < shown0:
		return letters[m]
	case m < given0:
		return string(seat.Role(m - shown0).Shown())
	case m < closed0:
		return string(seat.Role(m - given0).Given())
	case m < newline:
		return string(seat.Role(m-closed0).Given()) + "\n"
	}
	return "\n"
}

// move returns the action that writes the mark, or the card that the mark shows.
func (m mark) move() (did seat.Action, shown seat.Role) {
	switch {
	case m < shown0:
		return seat.Action(m), seat.NoRole
	case m < given0:
		return seat.NoAction, seat.Role(m - shown0)
	case m < newline:
		return seat.Give(seat.Role(m-given0) % seat.Roles), seat.NoRole
	}
	return seat.NoAction, seat.NoRole
}

var letters = [shown0]string{
	seat.Income: "I\n", seat.ForeignAid: "F", seat.Exchange: "E", seat.Tax: "T",
	seat.Assassinate: "A", seat.Steal: "S", seat.Coup: "C",
	seat.Pass: "p", seat.Challenge: "q", seat.BlockAmbassador: "a",
	seat.BlockCaptain: "c", seat.BlockContessa: "s", seat.BlockDuke: "d",
}

func lowest(m seat.Mask) seat.Hand {
	return seat.Action(bits.TrailingZeros64(uint64(m))).Kept()
}
