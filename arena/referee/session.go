package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// session plays one schedule as a game of an arena; its tables add times and faults to the record of each block.
type session struct {
	Contest
	options Options
	seats   []Seat
	blocks  []block // by index in the schedule; one worker at a time writes an entry
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
		t = NewTable(s.Contest, s.options)
		t.session = s
	}
	return t
}

func (s *session) Count(games int) {
	if s.options.Count != nil {
		s.options.Count(games)
	}
}

type bookedPlay struct {
	Outcome engine.Outcome
	Records []PlayerStats // by seat
}

// play plays a match, or finds it in the book, and adds the records of its programs to the block. After engine.ErrVoid
// the schedule continues without the block; other errors stop it.
func (s *session) play(ctx context.Context, m *Match) (engine.Outcome, error) {
	var g bookedPlay
	book, found, err := s.options.Book, false, error(nil)
	// All that decides a play beside its seed.
	key := []string{fmt.Sprintf("%s %#v replay %v", s.Info().Name, m.Limits, s.options.Replay)}
	for _, c := range m.Seats {
		key = append(key, fmt.Sprintf("%q %q %s", c.Name, c.Command, c.Hash))
	}
	if book != nil {
		found, err = book.Find(m.Seed, key, &g)
	}
	if err != nil {
		return g.Outcome, err
	}
	if !found {
		g.Outcome, err = m.referee(ctx, s.Contest)
		if ctx.Err() != nil {
			return g.Outcome, ctx.Err()
		} else if err != nil {
			return g.Outcome, s.void(m, err)
		}
		g.Records = m.playStats()
		if book != nil {
			if err = book.Enter(m.Seed, key, g); err != nil {
				return g.Outcome, err
			}
		}
	}
	for seat := range g.Records {
		place := (seat + m.Rotation) % len(m.Seats)
		s.blocks[m.Block].stats[place].Add(&g.Records[seat])
	}
	return g.Outcome, nil
}

const mostVoid = 2 // percent of blocks: with more, the deals that were played could be a biased sample

// void records why a block could not be played. It returns engine.ErrVoid, or with too many void blocks an error.
func (s *session) void(m *Match, why error) error {
	s.blocks[m.Block] = block{void: why}
	if n := s.voids.Add(1); int(n)*100 > mostVoid*len(s.blocks) {
		return fmt.Errorf("%d of %d deals could not be played, more than %d %%, so there is no result: %w", n, len(s.blocks), mostVoid, why)
	}
	return engine.ErrVoid
}

// CommandLine returns the command line of the seat's program.
func (s Seat) CommandLine() string { return system.Line(s.Command) }

// Table plays a [Contest] as a table of an arena, one game at a time. Players of type [Seat] with a Command are
// programs, each in a sandbox of its own.
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
	o.Limits = setting.Or(o.Limits, c.Limits())
	if o.Sandbox == "" {
		o.Sandbox = program.Auto
	}
	return &Table{contest: c, options: o, boxes: program.Sandboxes{Lacking: o.Lacking}}
}

// PlaySlow implements engine.SlowTable. Programs' faults are scored by the contest's rules; an error is the referee's.
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
	l := t.options.Log
	if err = errors.Join(err, ctx.Err()); err != nil || l == nil {
		return o, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for seat, r := range m.playStats() {
		c := m.Seats[seat]
		if !c.External() {
			continue
		}
		i := slices.IndexFunc(l.seen, func(x logged) bool { return x.seat.Name == c.Name && slices.Equal(x.seat.Command, c.Command) })
		if i < 0 {
			i, l.seen = len(l.seen), append(l.seen, logged{seat: c.Seat})
		}
		l.seen[i].stats.Add(&r)
	}
	return o, nil
}

// seat returns the play of players by seat. A player that sits there twice has two sandboxes.
func (t *Table) seat(d engine.Deal, players []engine.Player) (m *Match, err error) {
	m = &Match{Seed: d.Seed, Block: d.Block, Rotation: d.Rotation, Limits: t.options.Limits, keep: t.options.Keep}
	if m.number = strconv.Itoa(d.Block); t.session == nil {
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
