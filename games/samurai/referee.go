package samurai

import (
	"bloodline/arena/referee"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

// contest referees Negotiate and Conquer: a process for each game, which says READY and then answers nine turns over
// its pipes. Answers are read as the contest's server reads them: a bad one is corrected. After a timeout, an exit or a
// flood of output a program has forfeited: its seat visits lord 0 for the rest of the game.
var contest = referee.Lines[seat.View, seat.Action]{
	Game:     table.Game{},
	Greeting: seat.Ready,
	Start:    5 * referee.Second,
	Move:     referee.Second,
	Parse: func(v *seat.View, text string) (seat.Action, error) {
		a, clean := table.ParseAnswer(text, v.Turn)
		if !clean {
			return a, referee.ErrCorrected
		}
		return a, nil
	},
	Safe: func(v *seat.View) seat.Action { return seat.Action(0).With(0, seat.Visits(v.Turn)) },
}
