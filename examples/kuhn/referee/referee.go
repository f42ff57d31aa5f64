// Package referee plays games with external programs over the game's protocol: one
// process for each game.
//
// A program sits at the table as a policy. What the table's trace sends to its seat is
// written to its input, and its answer is its action: so rules and scores are the
// table's own. A program that ends, is late, floods or answers what is not legal has
// forfeited: it checks or folds for the rest of the game.
package referee

import (
	"bloodline/arena/referee"

	"kuhn/seat"
	"kuhn/table"
)

// Contest is the game as bloodline referees it. Replace: the limits and the protocol of
// your contest. One that is not of lines implements referee.Contest itself.
func Contest() referee.Contest {
	return referee.Lines[seat.View, seat.Action]{
		Game:  table.Game{},
		Move:  referee.Second,
		Sent:  table.Sent,
		Parse: seat.ParseAction,
		Legal: func(v *seat.View, a seat.Action) bool { return v.Legal()>>a&1 != 0 },
		Safe:  func(v *seat.View) seat.Action { return v.Answer(false) },
	}
}
