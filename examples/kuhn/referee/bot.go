package referee

import (
	"strings"
	"time"

	"bloodline/arena/referee"

	"kuhn/seat"
)

// bot is a program as a player of one game.
type bot struct {
	limit   time.Duration
	program *referee.Program // nil once it has forfeited
	unsent  string           // what its seat has heard since it was last asked
}

// Act sends what the seat has heard and waits for the answer.
func (b *bot) Act(v *seat.View, _ uint64) seat.Action {
	safe := v.Answer(false)
	if b.program == nil {
		return safe
	}
	line, k := b.ask()
	if k != referee.None {
		b.stop(k, "no answer after %d moves", v.Played)
		return safe
	}
	b.program.Moved()
	a, err := seat.ParseAction(strings.TrimSpace(line))
	switch {
	case err != nil:
		b.stop(referee.Garbage, "%v", err)
		return safe
	case v.Legal()>>a&1 == 0:
		b.stop(referee.Illegal, "%v after %v", a, v.Moves[:v.Played])
		return safe
	}
	return a
}

func (b *bot) ask() (string, referee.Kind) {
	if k := b.program.Send(b.unsent, b.limit); k != referee.None {
		return "", k
	}
	b.unsent = ""
	return b.program.Line(b.limit)
}

func (b *bot) stop(k referee.Kind, format string, args ...any) {
	b.program.Stop(k, format, args...)
	b.program = nil
}

// close tells the program how the game ended, and ends it.
func (b *bot) close() {
	if b.program != nil {
		b.program.Send(b.unsent, b.limit) // it may be gone by now: the game is over
		b.program.Close()
	}
}
