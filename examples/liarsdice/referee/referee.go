// Package referee plays games with external programs over the game's protocol: one
// process for each game.
//
// A program sits at the table as a policy. What the table's tap sends to its seat is
// written to its input, and its answer is its action: so rules and scores are the
// table's own. A program that ends, is late, floods or answers what is not legal has
// forfeited: it calls whatever it may.
package referee

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"time"

	"bloodline/arena/referee"
	"bloodline/engine"

	"liarsdice/seat"
	"liarsdice/table"
)

// Contest is the game as bloodline referees it.
type Contest struct{}

// Info describes the game.
func (Contest) Info() engine.Info { return table.Game{}.Info() }

// Limits returns a second for each action, the program's start included.
func (Contest) Limits() referee.Limits { return referee.Limits{Move: referee.Second} }

// Plays returns how many games take some seconds.
func (Contest) Plays() int { return 200 }

// Referee plays one game. Its record is the table's transcript.
func (Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	var t table.Table
	var text bytes.Buffer
	var bots [seat.Seats]*bot
	seats := make([]engine.Player, seat.Seats)
	for s, c := range m.Chairs {
		seats[s] = c.Player
		if c.External() {
			bots[s] = &bot{limit: m.Limits.Move, program: c.Start(ctx)}
			defer bots[s].close()
			seats[s] = bots[s]
		}
	}
	t.Tap(func(line string) {
		text.WriteString(line + "\n")
		if s, sent, ok := table.Sent(line); ok && bots[s] != nil {
			bots[s].unsent += sent + "\n"
		}
	})
	out := t.Play(m.Seed, seats)
	if !m.Kept {
		return out, nil
	}
	return out, os.WriteFile(filepath.Join(m.Dir, m.Name()+".txt"), text.Bytes(), 0o600)
}

// bot is a program as a player of one game.
type bot struct {
	limit   time.Duration
	program *referee.Program // nil once it has forfeited
	unsent  string           // what its seat has heard since it was last asked
}

// Act sends what the seat has heard and waits for the answer.
func (b *bot) Act(v *seat.View, _ uint64) seat.Action {
	if b.program != nil {
		k := b.program.Send(b.unsent, b.limit)
		var line string
		if b.unsent = ""; k == referee.None {
			line, k = b.program.Line(b.limit)
		}
		b.program.Moved()
		a, err := seat.ParseAction(line)
		switch {
		case k == referee.None && err == nil && v.Legal()>>a&1 == 1:
			return a
		case k == referee.None && err == nil:
			k = referee.Illegal
		case k == referee.None:
			k = referee.Garbage
		}
		b.program.Stop(k, "%.40q with %v", line, v.Hand)
		b.program = nil
	}
	if _, ok := v.Last(); ok {
		return seat.Liar
	}
	return 0
}

// close tells the program how the game ended, and ends it.
func (b *bot) close() {
	if b.program != nil {
		b.program.Send(b.unsent, b.limit) // it may be gone by now: the game is over
		b.program.Close()
	}
}
