package samurai

import (
	"context"
	"strings"

	"bloodline/arena/referee"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

// Contest referees Negotiate and Conquer: a process for each game, which says READY and then answers
// nine turns over its pipes.
//
// A program sits at the arena's table as a policy, which sends its view as the protocol's text, and
// reads answers as the contest's server does (table.ParseAnswer). So rules, reports and scores are the
// table's own. A bad answer is corrected and never stops a program. A timeout, an exit and a flood of
// output do: the seat then visits lord 0 for the rest of the game.
type Contest struct{}

var _ referee.Contest = Contest{}

// Info describes the game.
func (Contest) Info() engine.Info { return table.Game{}.Info() }

// Limits returns five seconds to say READY and one for each turn.
func (Contest) Limits() referee.Limits {
	return referee.Limits{Start: 5 * referee.Second, Move: referee.Second}
}

// Plays returns how many games take some seconds.
func (Contest) Plays() int { return 200 }

// Referee plays one game. The record of the play is the table's transcript.
func (Contest) Referee(ctx context.Context, m *referee.Match) (engine.Outcome, error) {
	var bots []*bot
	players := m.Players(ctx, func(_ int, p *referee.Program) engine.Player {
		bots = append(bots, &bot{limits: m.Limits, program: p})
		return bots[len(bots)-1]
	})
	for _, b := range bots {
		b.ready()
	}
	var t table.Table
	if m.KeepsRecord() {
		t.Trace(m.Note)
	}
	return t.Play(m.Seed, players), nil
}

// bot is a program as a player of one game.
type bot struct {
	limits  referee.Limits
	program *referee.Program
	open    bool // READY came without its newline
	text    []byte
}

var _ seat.Policy = (*bot)(nil)

// ready waits for READY: all that the program has printed, in any case, with or
// without a newline.
func (b *bot) ready() {
	if b.program.Over() {
		return
	}
	printed := ""
	k := b.program.All(b.limits.Start, func(text string) bool {
		printed = text
		return strings.EqualFold(strings.TrimSpace(text), seat.Ready)
	})
	b.open = !strings.HasSuffix(printed, "\n")
	switch k {
	case referee.None:
	case referee.Timeout:
		b.program.Stop(referee.NotReady, "no READY within %v, only %.40q", b.limits.Start, printed)
	default:
		b.program.Stop(k, "before READY, after %.40q", printed)
	}
}

// Act sends the report of a turn and reads the answer.
func (b *bot) Act(v *seat.View, _ uint64) seat.Action {
	if b.program.Over() {
		return seat.Action(0).With(0, seat.Visits(v.Turn))
	}
	b.text = b.text[:0]
	if v.Turn == 1 {
		b.text = seat.AppendStart(b.text, &v.Strength)
	}
	b.text = v.AppendText(b.text)
	k := b.program.Drop()
	if k == referee.None {
		k = b.program.Send(string(b.text), b.limits.Move)
	}
	line := ""
	if k == referee.None {
		line, k = b.answer()
	}
	if k != referee.None {
		b.program.Stop(k, "turn %d", v.Turn)
		return b.Act(v, 0)
	}
	b.program.Moved()
	a, clean := table.ParseAnswer(line, v.Turn)
	if !clean {
		b.program.Fault(referee.BadOutput, "turn %d: %.60q is read as %v", v.Turn, line, a)
	}
	return a
}

// answer waits for a line. The newline that READY lacked is no answer.
func (b *bot) answer() (string, referee.Kind) {
	line, k := b.program.Line(b.limits.Move)
	if b.open && k == referee.None && line == "" {
		line, k = b.program.Line(b.limits.Move)
	}
	b.open = false
	return line, k
}
