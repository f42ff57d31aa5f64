package referee

import (
	"context"
	"errors"
	"strings"
	"time"

	"bloodline/engine"
)

// Lines is the [Contest] of a game whose protocol is lines: a program for each seat of a play reads the lines that the
// table's trace sends to its seat, and answers each question with a line. It sits at the table as a player of views V
// and actions A, so rules, scores and transcript are the table's own.
//
// A program that ends, exceeds a limit of time or output, or gives an illegal answer has forfeited the play; Safe
// answers in its place from then on.
type Lines[V, A any] struct {
	Game engine.Game   // whose tables are traced: see [engine.Sent]
	Move time.Duration // limit for an answer, the program's start included
	// Parse returns the legal action of an answer, without its surrounding blanks, or an error, which wraps
	// [ErrIllegal] for an action that is not legal in this view, or [ErrCorrected] for one that is played all the same.
	Parse func(v *V, text string) (A, error)
	Safe  func(v *V) A // the move of a seat that has forfeited

	// Greeting is what a program prints before the first question, in any case, with or without a newline, within
	// Start. In a contest with a greeting, output that comes before its question is dropped. Empty: none.
	Greeting string
	Start    time.Duration
}

func (l Lines[V, A]) Info() engine.Info { return l.Game.Info() }
func (l Lines[V, A]) Limits() Limits    { return Limits{Start: l.Start, Move: l.Move} }

// Plays returns a number of plays that takes some seconds.
func (Lines[V, A]) Plays() int { return 200 }

func (l Lines[V, A]) Referee(ctx context.Context, m *Match) (engine.Outcome, error) {
	bots := make([]*lineBot[V, A], len(m.Seats))
	players := m.Players(ctx, func(s int, p *Program) engine.Player {
		bots[s] = &lineBot[V, A]{contest: l, limit: m.Limits.Move, program: p}
		return bots[s]
	})
	for _, b := range bots {
		if b != nil && l.Greeting != "" && !b.program.Stopped() {
			printed := ""
			k := b.program.All(m.Limits.Start, func(text string) bool {
				printed = text
				return strings.EqualFold(strings.TrimSpace(text), l.Greeting)
			})
			b.open = !strings.HasSuffix(printed, "\n")
			switch k {
			case None:
			case Timeout:
				b.program.Stop(NotReady, "no %s within %v, only %.40q", l.Greeting, m.Limits.Start, printed)
			default:
				b.program.Stop(k, "before %s, after %.40q", l.Greeting, printed)
			}
		}
	}
	t := l.Game.NewTable()
	t.(engine.Tracer).Trace(func(line string) {
		m.Note(line)
		if s, sent, ok := engine.Sent(line); ok && bots[s] != nil {
			bots[s].unsent += sent + "\n"
		}
	})
	out := t.Play(m.Seed, players)
	for _, b := range bots {
		if b != nil && !b.program.Stopped() {
			b.program.Send(b.unsent, b.limit) // it may be gone by now: the play is over
		}
	}
	return out, nil
}

// Errors of Lines.Parse wrap ErrIllegal for an answer that can be read but is not legal: the fault is then Illegal
// instead of Garbage. They wrap ErrCorrected for an illegal answer that is read as a legal one.
var (
	ErrIllegal   = errors.New("illegal")
	ErrCorrected = errors.New("corrected")
)

type lineBot[V, A any] struct {
	contest Lines[V, A]
	limit   time.Duration
	program *Program
	unsent  string // lines for its seat since its last question, which are sent with the next one
	asked   int    // questions
	open    bool   // the greeting came without its newline
}

// Act sends the lines for this seat since its last answer, and waits for the answer.
func (b *lineBot[V, A]) Act(v *V, _ uint64) A {
	if b.program.Stopped() {
		return b.contest.Safe(v)
	}
	b.asked++
	line, k := "", None
	if b.contest.Greeting != "" {
		k = b.program.Drop()
	}
	if k == None {
		k = b.program.Send(b.unsent, b.limit)
		b.unsent = ""
	}
	if k == None {
		line, k = b.program.Line(b.limit)
	}
	if b.open && k == None && line == "" { // the newline of the greeting
		line, k = b.program.Line(b.limit)
	}
	if b.open = false; k != None {
		b.program.Stop(k, "at question %d", b.asked)
		return b.contest.Safe(v)
	}
	b.program.CountMove()
	a, err := b.contest.Parse(v, strings.TrimSpace(line))
	switch {
	case errors.Is(err, ErrCorrected):
		b.program.Fault(BadOutput, "at question %d: %.60q is read as %v", b.asked, line, a)
		return a
	case errors.Is(err, ErrIllegal):
		b.program.Stop(Illegal, "%.60q", line)
	case err != nil:
		b.program.Stop(Garbage, "%v", err)
	default:
		return a
	}
	return b.contest.Safe(v)
}
