package referee

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"bloodline/arena"
	"bloodline/engine"
)

// session is a schedule that is played, as the game of an arena: its tables write down how the
// programs behave, and what could not be played is void.
type session struct {
	Contest
	options Options
	seats   []Seat
	blocks  []block // of the schedule; each is one worker's
	voids   atomic.Int64
	results *resultsFile
	first   *Table // made ahead, for the first worker
}

// block is a table's record of one block.
type block struct {
	records [engine.MaxSeats]Record // by place in the lineup
	void    error                   // why it could not be played
}

// NewTable implements engine.Game: no game is played at a fast table.
func (s *session) NewTable() engine.Table { return nil }

// NewSlowTable implements engine.SlowGame.
func (s *session) NewSlowTable() engine.SlowTable {
	t := s.first
	if s.first = nil; t == nil {
		t = NewTable(s.Contest, s.options)
		t.session = s
	}
	return t
}

// Count implements arena.Counter.
func (s *session) Count(games int) {
	if s.options.Count != nil {
		s.options.Count(games)
	}
}

func (s *session) run(ctx context.Context, schedule arena.Schedule) (r *Report, err error) {
	if s.results, err = openResults(s); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.results.Close()) }()
	players := make([]engine.Player, len(s.seats))
	for i, seat := range s.seats {
		players[i] = seat
	}
	// The sandboxes of all programs are made once ahead: what is wrong with them is known
	// before the first play.
	first := s.NewSlowTable().(*Table)
	if _, err := first.seat(engine.Deal{}, players); err != nil {
		return nil, errors.Join(err, first.Close())
	}
	s.first = first
	results, err := arena.New(s, max(s.options.Workers, 1)).Play(ctx, players, schedule)
	var play *arena.PlayError
	if errors.As(err, &play) {
		play.Name = func(player int) string { return s.seats[player].Name }
	}
	if err != nil {
		return nil, err
	}
	return s.report(schedule, results), nil
}

// play plays once, unless that game is kept. An error is the end of all.
func (s *session) play(ctx context.Context, m *Match) (engine.Outcome, error) {
	g := s.results.find(m)
	if g == nil {
		o, err := m.referee(ctx, s.Contest)
		if ctx.Err() != nil {
			return o, ctx.Err()
		} else if err != nil {
			return o, s.void(m, err)
		}
		if g, err = s.results.put(m, o); err != nil {
			return o, err
		}
	}
	for seat := range g.Records {
		place := (seat + m.Turn) % len(m.Seats)
		s.blocks[m.Block].records[place].Add(&g.Records[seat])
	}
	return g.Outcome, nil
}

// mostVoid is how many of a hundred blocks may be void. With more, what was played could be
// a choice of the deals.
const mostVoid = 2

// void writes down that a block cannot be played. With too many of them all is over.
func (s *session) void(m *Match, why error) error {
	s.blocks[m.Block] = block{void: why}
	if n := s.voids.Add(1); int(n)*100 > mostVoid*len(s.blocks) {
		return fmt.Errorf("%d of %d deals could not be played, more than %d %%, so there is no result: %w", n, len(s.blocks), mostVoid, why)
	}
	return engine.ErrVoid
}

func (s *session) report(schedule arena.Schedule, results []arena.Result) *Report {
	r := &Report{Records: make([]Record, len(s.seats))}
	p := &played{Schedule: schedule}
	for i := range s.blocks {
		if err := s.blocks[i].void; err != nil {
			r.Void = append(r.Void, Void{i, err.Error()})
			continue
		}
		p.blocks = append(p.blocks, i)
		r.Results = append(r.Results, results[i])
		lineup := schedule.Block(i).Lineup
		for place := range s.Info().Seats {
			r.Records[lineup[place]].Add(&s.blocks[i].records[place])
		}
	}
	if r.Schedule = schedule; len(r.Void) > 0 {
		r.Schedule = p
	}
	return r
}

// played is the part of a schedule that was played.
type played struct {
	arena.Schedule
	blocks []int
}

func (p *played) Len() int                { return len(p.blocks) }
func (p *played) Block(i int) arena.Block { return p.Schedule.Block(p.blocks[i]) }
