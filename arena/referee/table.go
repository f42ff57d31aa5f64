package referee

import (
	"context"
	"errors"
	"os"

	"bloodline/arena/program"
	"bloodline/engine"
)

// CommandLine returns what starts the program of a seat.
func (s Seat) CommandLine() string { return program.Line(s.Command) }

// Table is a [Contest] as a table of an arena, where players that are a [Seat] with a
// command are programs. Each is handed the seed of its seat, as by [Options].Replay, so
// that games with exported bots repeat.
type Table struct{ contest Contest }

var (
	_ engine.Program   = Seat{}
	_ engine.SlowTable = (*Table)(nil)
)

// NewTable returns a table.
func NewTable(c Contest) *Table { return &Table{c} }

// PlaySlow plays once, with sandboxes and folders that are removed in the end. What a
// program does wrong costs it what the contest says; an error is the referee's own.
func (t *Table) PlaySlow(ctx context.Context, seed uint64, players []engine.Player) (o engine.Outcome, err error) {
	seats := make([]Seat, len(players))
	m := &Match{Seed: seed}
	for i, p := range players {
		if s, ok := p.(Seat); ok {
			seats[i] = s
		} else {
			seats[i] = Seat{Player: p}
		}
	}
	run := &runner{contest: t.contest, info: t.contest.Info(), limits: t.contest.Limits(), options: Options{Replay: true, Sandbox: program.Auto}}
	if err := run.setUp(seats); err != nil {
		return o, err
	}
	if run.scratch, err = os.MkdirTemp("", "bloodline-"); err != nil {
		return o, err
	}
	defer run.tidy()
	d := run.desk()
	defer d.close()
	for i := range seats {
		c, err := d.seat(i, 0, i, seed)
		if err != nil {
			return o, err
		}
		m.Seats = append(m.Seats, c)
	}
	m.Limits = run.limits
	o, err = m.referee(ctx, t.contest)
	for _, c := range m.Seats {
		err = errors.Join(err, c.failed)
	}
	return o, errors.Join(err, ctx.Err())
}
