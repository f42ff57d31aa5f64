package seat

import (
	"errors"
	"fmt"
	"strings"
)

const (
	Seats  = 4   // players at a table
	Values = 13  // cards are numbered 1 to 13, without suits
	Copies = 8   // of each value
	Cards  = 104 // in the deck
	Stack  = Cards / Seats
	// MaxRaise is the most cards by which one move may raise.
	MaxRaise = 3
)

type Action uint8

// The moves. Raise1+n-1 raises by n cards.
const (
	Pass   Action = iota // give up the claim on the pot
	Check                // put in cards up to the level, or all that are left
	Raise1               // as Check, and one card more
	Raise2               // as Check, and two cards more
	Raise3               // as Check, and three cards more
	Actions
)

// Raise returns the move that raises by n cards, 1 to MaxRaise.
func Raise(n int) Action { return Check + Action(n) }

// By returns the number of cards by which a raises, 0 for the other moves.
func (a Action) By() int {
	if a <= Check {
		return 0
	}
	return int(a - Check)
}

func (a Action) String() string {
	switch a {
	case Pass:
		return "pass"
	case Check:
		return "check"
	case Raise1, Raise2, Raise3:
		return "raise " + string(rune('0'+a.By()))
	}
	return fmt.Sprintf("action %d", uint8(a))
}

// Mask is a set of moves, bit a for Action a. Pass and Check are in every set.
type Mask uint8

func (m Mask) Has(a Action) bool { return m>>a&1 == 1 }

// ParseAction reads a move in the words of the protocol, in any case and spacing.
func ParseAction(words ...string) (Action, error) {
	switch text := strings.ToLower(strings.Join(words, " ")); text {
	case "pass":
		return Pass, nil
	case "check":
		return Check, nil
	case "raise 1", "raise 2", "raise 3":
		return Raise(int(text[len(text)-1] - '0')), nil
	}
	return 0, errors.New("must be pass, check or raise 1 to 3")
}
