package coup

import (
	"math/bits"

	"bloodline/engine/coup/seat"
)

// What an invocation writes into the history file, by action.
var (
	turnText = [...]string{
		seat.Income: "I\n", seat.ForeignAid: "F", seat.Exchange: "E", seat.Tax: "T",
		seat.Assassinate: "A", seat.Steal: "S", seat.Coup: "C",
	}
	replyText = [...]string{
		seat.Pass: "p", seat.Challenge: "q", seat.BlockAmbassador: "a",
		seat.BlockCaptain: "c", seat.BlockContessa: "s", seat.BlockDuke: "d",
	}
	givenText = cardText(seat.Role.Given)
	shownText = cardText(seat.Role.Shown)
)

// cardText returns each role's character with a newline behind it, so that a
// prefix of either length serves.
func cardText(char func(seat.Role) byte) (t [seat.Roles]string) {
	for r := range t {
		t[r] = string([]byte{char(seat.Role(r)), '\n'})
	}
	return t
}

func lowest(m seat.Mask) seat.Hand {
	return seat.Action(bits.TrailingZeros64(uint64(m))).Kept()
}
