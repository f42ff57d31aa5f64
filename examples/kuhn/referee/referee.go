// Package referee plays games with external programs over the game's protocol: one
// process for each game.
//
// A program sits at the table as a policy. What the table's trace sends to its seat is
// written to its input, and its answer is its action: so rules and scores are the
// table's own. A program that ends, is late, floods or answers what is not legal has
// forfeited: it checks or folds for the rest of the game.
package referee

import (
	"bytes"
	"context"
	"os"
	"path/filepath"

	"bloodline/arena/referee"
	"bloodline/engine"

	"kuhn/seat"
	"kuhn/table"
)

// Contest is the game as bloodline referees it.
type Contest struct{}

// Info describes the game.
func (Contest) Info() engine.Info { return table.Game{}.Info() }

// Limits returns a second for each action, the program's start included. Replace: the
// limits of your contest.
func (Contest) Limits() referee.Limits { return referee.Limits{Move: referee.Second} }

// Plays returns how many games take some seconds.
func (Contest) Plays() int { return 200 }

// Referee plays one game. Its record is the table's transcript.
func (Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	var t table.Table
	var text bytes.Buffer
	var bots [seat.Seats]*bot
	seats := make([]engine.Player, seat.Seats)
	for s, c := range m.Seats {
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
