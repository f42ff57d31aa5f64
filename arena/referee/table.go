package referee

import (
	"context"
	"errors"
	"os"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// CommandLine returns what starts the program of a seat.
func (s Seat) CommandLine() string { return program.Line(s.Command) }

// Table is a [Contest] as a table of an arena, where players that are a [Seat] with a
// command are programs. Each is handed the seed of its seat, as by [Options].Replay, so
// that games with exported bots repeat.
type Table struct {
	worker *worker
	at     map[string]int // of a program among the worker's seats, by its command line
}

var (
	_ engine.Program   = Seat{}
	_ engine.SlowTable = (*Table)(nil)
)

// NewTable returns a table.
func NewTable(c Contest) *Table {
	run := &runner{contest: c, info: c.Info(), limits: c.Limits(), options: Options{Replay: true, Sandbox: program.Auto}}
	return &Table{worker: run.worker(), at: map[string]int{}}
}

// PlaySlow plays once. What a program does wrong costs it what the contest says; an error
// is the referee's own, after which the programs get new sandboxes.
func (t *Table) PlaySlow(ctx context.Context, seed uint64, players []engine.Player) (o engine.Outcome, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	run := t.worker.runner
	if run.scratch == "" {
		if run.scratch, err = os.MkdirTemp("", "bloodline-"); err != nil {
			return o, err
		}
	}
	m := &Match{Seed: seed, Limits: run.limits}
	sat := map[int]int{}
	for i, p := range players {
		c := &SeatState{Player: p, Seed: roll.Mix(seed, 1+uint64(i))}
		if s, ok := p.(Seat); ok && len(s.Command) > 0 {
			k := t.seat(s)
			if c, err = t.worker.seat(k, sat[k], i, seed); err != nil {
				return o, err
			}
			sat[k]++
		}
		m.Seats = append(m.Seats, c)
	}
	o, err = m.referee(ctx, run.contest)
	return o, errors.Join(err, ctx.Err())
}

// seat returns the place of a program among the worker's seats.
func (t *Table) seat(s Seat) int {
	line := s.CommandLine()
	k, ok := t.at[line]
	if !ok {
		k = len(t.worker.seats)
		t.at[line], t.worker.seats = k, append(t.worker.seats, s)
	}
	return k
}

// Close ends the sandboxes and removes their folders.
func (t *Table) Close() error {
	t.worker.close()
	clear(t.worker.sandboxes)
	if t.worker.scratch != "" {
		_ = program.RemoveAll(t.worker.scratch)
		t.worker.scratch = ""
	}
	return nil
}
