package referee

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/engine/entry"
	"bloodline/engine/roll"
	"bloodline/internal/setting"
	"bloodline/internal/system"
)

// session is what a play's tables share: its contest and, for [Play], the schedule, which it plays as an arena's game.
type session struct {
	Contest
	options Options
	blocks  []block // by index in the schedule; one worker at a time writes an entry; nil without a schedule
	voids   atomic.Int64
	first   *Table // the table that Play has made to check the sandboxes; the first worker takes it
}

// block is the record of one block: a deal in all rotations of its seats.
type block struct {
	stats [engine.MaxSeats]PlayerStats // by place in the lineup
	void  error                        // why the block could not be played; nil if it was
}

func (s *session) NewTable() engine.Table { return nil }

func (s *session) NewSlowTable() engine.SlowTable {
	t := s.first
	if s.first = nil; t == nil {
		t = &Table{session: s, boxes: program.Sandboxes{Lacking: s.options.Lacking}}
	}
	return t
}

func (s *session) Count(games int) {
	if s.options.Count != nil {
		s.options.Count(games)
	}
}

// void records why a block could not be played. It returns engine.ErrVoid, or with too many void blocks, or without a
// schedule, an error.
func (s *session) void(m *Match, why error) error {
	const mostVoid = 2 // percent of blocks: with more, the deals that were played could be a biased sample
	if s.blocks == nil {
		return why
	}
	s.blocks[m.Block] = block{void: why}
	if n := s.voids.Add(1); int(n)*100 > mostVoid*len(s.blocks) {
		return fmt.Errorf("%d of %d deals could not be played, more than %d %%, so there is no result: %w", n, len(s.blocks), mostVoid, why)
	}
	return engine.ErrVoid
}

func (s Seat) CommandLine() string { return system.Line(s.Command) }

// Table plays a [Contest] as a table of an arena. Players of type [Seat] with a Command are programs in sandboxes.
type Table struct {
	*session
	boxes program.Sandboxes
}

var (
	_ engine.Program   = Seat{}
	_ engine.SlowTable = (*Table)(nil)
)

// NewTable returns a table. It ignores the options of a schedule: Workers and Count.
func NewTable(c Contest, o Options) *Table { return newSession(c, o).NewSlowTable().(*Table) }

func newSession(c Contest, o Options) *session {
	o.Limits, o.Sandbox = setting.Or(o.Limits, c.Limits()), cmp.Or(o.Sandbox, program.Auto)
	return &session{Contest: c, options: o}
}

// PlaySlow plays a match. After engine.ErrVoid a schedule goes on without the block.
func (t *Table) PlaySlow(ctx context.Context, d engine.Deal, players []engine.Player) (o engine.Outcome, err error) {
	m, err := t.seat(d, players)
	if err == nil {
		o, err = m.referee(ctx, t.Contest)
	}
	if ctx.Err() != nil {
		return o, ctx.Err()
	} else if err != nil {
		return o, t.void(m, err)
	}
	for seat, c := range m.Seats {
		c.stats.Plays = 1
		for i := range c.stats.Samples {
			c.stats.Samples[i].Play = m.Name()
		}
		if t.blocks != nil {
			t.blocks[m.Block].stats[(seat+m.Rotation)%len(m.Seats)].Add(&c.stats)
		} else if t.options.Log != nil && c.External() {
			t.options.Log.add(c.Seat, &c.stats)
		}
	}
	return o, nil
}

// seat returns the play of players by seat. A player that sits there twice has two sandboxes.
func (t *Table) seat(d engine.Deal, players []engine.Player) (m *Match, err error) {
	m = &Match{Seed: d.Seed, Block: d.Block, Rotation: d.Rotation, Limits: t.options.Limits, keep: t.options.Keep}
	if m.number = strconv.Itoa(d.Block); t.blocks == nil {
		m.number = fmt.Sprintf("%x_%d", d.Seed, d.Block) // blocks are numbered anew in each part of a measurement
	}
	var programs []program.SandboxSpec
	for i, p := range players {
		c := &SeatState{Seat: Seat{Name: "ours", Player: p}, Seed: roll.Mix(d.Seed, 1+uint64(i))}
		if s, ok := p.(Seat); ok {
			c.Seat = s
		}
		if m.Seats = append(m.Seats, c); !c.External() {
			continue
		}
		if t.options.Replay {
			c.env = []string{entry.SeedVariable + "=" + strconv.FormatUint(c.Seed, 10)}
		}
		programs = append(programs, program.SandboxSpec{Key: fmt.Sprintf("%q %q", c.Name, c.Command), Name: fileName(c.Name), Command: c.Command})
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
