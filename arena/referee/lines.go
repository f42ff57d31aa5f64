package referee

import (
	"context"
	"errors"
	"strings"
	"time"

	"bloodline/engine"
)

// Lines is the [Contest] of a game whose protocol is lines: one program for each seat of
// a play, which reads the lines that the table's trace sends to its seat and answers each
// question with a line. It sits at the table as a player of views V and actions A, so rules
// and scores are the table's own, and the record of a play is the table's transcript.
//
// A program that ends, exceeds a limit of time or output, or gives an illegal answer has
// forfeited the play; Safe answers in its place from then on.
type Lines[V, A any] struct {
	Game engine.Game                                        // whose tables can be traced
	Move time.Duration                                      // limit for an answer, the program's start included
	Sent func(line string) (seat int, text string, ok bool) // what a line of the trace sends to a seat
	// Parse returns the legal action of an answer, whose surrounding blanks are removed. The
	// error for an action that is not legal in this view must wrap [ErrIllegal].
	Parse func(v *V, text string) (A, error)
	Safe  func(v *V) A // what a seat plays that has forfeited
}

// Info describes the game.
func (l Lines[V, A]) Info() engine.Info { return l.Game.Info() }

// Limits returns the limit for an answer.
func (l Lines[V, A]) Limits() Limits { return Limits{Move: l.Move} }

// Plays returns a number of plays that takes some seconds.
func (Lines[V, A]) Plays() int { return 200 }

// Referee plays once.
func (l Lines[V, A]) Referee(ctx context.Context, m *Match) (engine.Outcome, error) {
	bots := make([]*lineBot[V, A], len(m.Seats))
	players := m.Players(ctx, func(s int, p *Program) engine.Player {
		bots[s] = &lineBot[V, A]{contest: l, limit: m.Limits.Move, program: p}
		return bots[s]
	})
	t := l.Game.NewTable()
	t.(engine.Tracer).Trace(func(line string) {
		m.Note(line)
		if s, sent, ok := l.Sent(line); ok && bots[s] != nil {
			bots[s].unsent += sent + "\n"
		}
	})
	out := t.Play(m.Seed, players)
	for _, b := range bots {
		if b != nil && !b.program.Over() {
			b.program.Send(b.unsent, b.limit) // it may be gone by now: the play is over
		}
	}
	return out, nil
}

// ErrIllegal is wrapped by errors of Lines.Parse for an answer that can be read but is not a
// legal action. The fault is then Illegal instead of Garbage.
var ErrIllegal = errors.New("illegal")

// lineBot is a program as a player of one play.
type lineBot[V, A any] struct {
	contest Lines[V, A]
	limit   time.Duration
	program *Program
	unsent  string // lines for its seat since the last question
}

// Act sends the lines for this seat since its last answer, and waits for the answer.
func (b *lineBot[V, A]) Act(v *V, _ uint64) A {
	if b.program.Over() {
		return b.contest.Safe(v)
	}
	k := b.program.Send(b.unsent, b.limit)
	b.unsent = ""
	line := ""
	if k == None {
		line, k = b.program.Line(b.limit)
	}
	if k != None {
		b.program.Stop(k, "no answer")
		return b.contest.Safe(v)
	}
	b.program.Moved()
	a, err := b.contest.Parse(v, strings.TrimSpace(line))
	switch {
	case errors.Is(err, ErrIllegal):
		b.program.Stop(Illegal, "%.60q", line)
	case err != nil:
		b.program.Stop(Garbage, "%v", err)
	default:
		return a
	}
	return b.contest.Safe(v)
}
