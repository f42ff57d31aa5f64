package referee

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/engine/entry"
	"bloodline/engine/roll"
	"bloodline/internal/system"
)

// CommandLine returns the command line of the seat's program.
func (s Seat) CommandLine() string { return system.Line(s.Command) }

// Table plays a [Contest] as a table of an arena, one game at a time. Players of type [Seat] with a Command are programs, each in a
// sandbox of its own.
type Table struct {
	contest Contest
	options Options
	session *session // that it plays for, or nil
	boxes   program.Sandboxes
}

var (
	_ engine.Program   = Seat{}
	_ engine.SlowTable = (*Table)(nil)
)

// NewTable returns a table. It ignores the options of a schedule: Workers, Book and Count.
func NewTable(c Contest, o Options) *Table {
	o.Limits = o.Limits.withDefaults(c.Limits())
	if o.Sandbox == "" {
		o.Sandbox = program.Auto
	}
	return &Table{contest: c, options: o, boxes: program.Sandboxes{Lacking: o.Lacking}}
}

// PlaySlow implements engine.SlowTable. Faults of programs are scored by the contest's rules; an error is the referee's own.
func (t *Table) PlaySlow(ctx context.Context, d engine.Deal, players []engine.Player) (engine.Outcome, error) {
	m, err := t.seat(d, players)
	switch {
	case err != nil && t.session != nil:
		return engine.Outcome{}, t.session.void(m, err)
	case err != nil:
		return engine.Outcome{}, err
	case t.session != nil:
		return t.session.play(ctx, m)
	}
	o, err := m.referee(ctx, t.contest)
	if err = errors.Join(err, ctx.Err()); err == nil {
		t.options.Log.add(m)
	}
	return o, err
}

// seat returns the play of players by seat. A player that sits there twice has two sandboxes.
func (t *Table) seat(d engine.Deal, players []engine.Player) (m *Match, err error) {
	m = &Match{Seed: d.Seed, Block: d.Block, Rotation: d.Rotation, Limits: t.options.Limits, keep: t.options.Keep}
	if m.number = strconv.Itoa(d.Block); t.session == nil {
		m.number = fmt.Sprintf("%x_%d", d.Seed, d.Block) // blocks are numbered anew in each part of a measurement
	}
	var programs []program.SandboxSpec
	for i, p := range players {
		c := &SeatState{Name: "ours", Player: p, Seed: roll.Mix(d.Seed, 1+uint64(i))}
		if s, ok := p.(Seat); ok {
			c.Name, c.Player, c.command, c.hash = s.Name, s.Player, s.Command, s.Hash
		}
		if m.Seats = append(m.Seats, c); !c.External() {
			continue
		}
		if t.options.Replay {
			c.env = []string{entry.SeedVariable + "=" + strconv.FormatUint(c.Seed, 10)}
		}
		programs = append(programs, program.SandboxSpec{Key: fmt.Sprintf("%q %q", c.Name, c.command), Name: fileName(c.Name), Command: c.command})
	}
	boxes, err := t.boxes.Seat(t.options.Sandbox, programs, t.options.Files...)
	if err != nil {
		return m, err
	}
	for _, c := range m.Seats {
		if c.External() {
			c.sandbox, boxes = boxes[0], boxes[1:]
		}
	}
	return m, nil
}

// Close ends the sandboxes and removes their folders.
func (t *Table) Close() error {
	t.boxes.Close()
	return nil
}

func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '-'
	}, name)
	return safe[:min(len(safe), 40)]
}
