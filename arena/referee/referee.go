// Package referee plays games between external programs, and players of this module, over the contests' own protocols.
//
//  1. A [Contest], one for each game, speaks its contest's protocol. The packages below this one hold those of the
//     shipped games; [Lines] is the one of every game whose programs answer lines with lines.
//  2. A [Seat] is a program's command line, or a player of this module.
//  3. A [Table] seats them in an arena, which plays its schedules there as it does at other tables.
//  4. [Play] plays one schedule in an arena and returns a [Report]: the results, and a [PlayerStats] of every seat.
//  5. A contest sees a seat as a [SeatState]. It runs programs in sandboxes, one for each player and worker:
//     [Match.Players] starts one [Program] each for a whole play, [SeatState.Run] one for a single move.
//
// Only this package and arena/program read the clock; contests only pass limits.
//
// A play that the referee cannot finish, because its disk is full for example, is void, and so is its block. More than
// 2 % void blocks are an error, at once. Whatever fails while a program is at move counts against that program.
package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/arena/record"
	"bloodline/engine"
)

type Contest interface {
	Info() engine.Info
	Limits() Limits // the contest's own
	Plays() int     // of a match, by default
	// Referee plays one match. Faults of programs go into the records of their seats; an error is the referee's own.
	Referee(ctx context.Context, m *Match) (engine.Outcome, error)
}

// EachMove marks a Contest that starts a program anew for each of its moves. That takes most of the time of a game.
type EachMove interface{ StartsForEachMove() }

// Match is one play that a contest is to referee.
type Match struct {
	Seed     uint64
	Block    int // of the schedule
	Rotation int // of the lineup in this play, from 0: seat s has place (s+Rotation) mod seats
	Seats    []*SeatState
	Limits   Limits

	number string // of the deal
	keep   func(block, rotation int, g *record.Record) error
	record record.Record // of the play
}

// Name returns a file name for this play: the names by seat, the block and the rotation, as "Taxman_Lawyer_0_1";
// outside of [Play] with the seed before the block.
func (m *Match) Name() string {
	var words []string
	for _, c := range m.Seats {
		words = append(words, fileName(c.Name))
	}
	return strings.Join(append(words, m.number, strconv.Itoa(m.Rotation)), "_")
}

// Players returns the players of an arena's table: those of this module, and those that bot makes of started programs.
func (m *Match) Players(ctx context.Context, bot func(seat int, p *Program) engine.Player) []engine.Player {
	out := make([]engine.Player, len(m.Seats))
	for s, c := range m.Seats {
		out[s] = c.Player
		if c.External() {
			out[s] = bot(s, c.Start(ctx))
		}
	}
	return out
}

// Note adds a line of the table's trace to the record of the play, if records are kept.
func (m *Match) Note(line string) {
	if m.keep == nil {
		return
	}
	m.record.Trace = append(m.record.Trace, line)
	if m.record.Forfeit == 0 && slices.ContainsFunc(m.Seats, func(c *SeatState) bool { return c.stats.Forfeits > 0 }) {
		m.record.Forfeit = len(m.record.Trace)
	}
}

// Record sets the record of the play, for a contest without a table. All answers in trace must be the programs' own.
func (m *Match) Record(trace []string) { m.record.Trace = trace }

func (m *Match) referee(ctx context.Context, c Contest) (engine.Outcome, error) {
	defer func() {
		for _, c := range m.Seats {
			c.program.Close()
		}
	}()
	o, err := c.Referee(ctx, m)
	if err != nil || m.keep == nil {
		return o, err
	}
	g, i := &m.record, c.Info()
	g.Game, g.Seed = i.Name, m.Seed
	for seat, c := range m.Seats {
		g.Players, g.Points = append(g.Players, c.Name), append(g.Points, i.InPoints(float64(o.Score[seat])))
	}
	return o, m.keep(m.Block, m.Rotation, g)
}

// Seat is a player at the table: a program, or a player of bloodline.
type Seat struct {
	Name    string
	Command []string      `json:",omitempty"` // a program and its arguments, or
	Player  engine.Player `json:"-"`          // a player of the game's own type
}

// Options are the options of a play. The zero value has the limits of the contest, one worker and no files.
type Options struct {
	Limits  Limits                                            // what is not zero replaces the contest's own limits
	Workers int                                               // plays at a time; 0 is one, since programs that share a processor are slow
	Keep    func(block, rotation int, g *record.Record) error // gets the record of every play, of a block and rotation; of several workers; may be nil
	// Replay sets the environment variable entry.SeedVariable of every program to the seed of its seat's rolls, so that
	// an exported bot makes the same moves as in the arena. With it a program can compute the deck.
	Replay  bool
	Sandbox program.Mode      // program.Auto if empty
	Files   []string          // that programs in sandboxes may read, beside those of their commands
	Count   func(games int)   // called with the plays since the last call; may be nil
	Log     *Log              // records of plays at tables without a schedule; may be nil
	Lacking func(text string) // called by several workers with the layers that a sandbox lacks; may be nil
}

// Play plays a schedule whose lineups index seats. Results do not depend on the number of workers if the programs are
// deterministic. When ctx is cancelled all programs are killed at once and the context's error is returned.
func Play(ctx context.Context, c Contest, seats []Seat, s arena.Schedule, o Options) (*Report, error) {
	for _, seat := range seats {
		if (seat.Player == nil) == (len(seat.Command) == 0) {
			return nil, fmt.Errorf("referee: %s: must have a command or be a player", seat.Name)
		}
	}
	p := newSession(c, o)
	p.blocks = make([]block, s.Len())
	var players []engine.Player
	for _, seat := range seats {
		players = append(players, seat)
	}
	// The sandboxes of all programs are made in advance, so that an error in one is reported before the first play.
	first := p.NewSlowTable().(*Table)
	if _, err := first.seat(engine.Deal{}, players); err != nil {
		return nil, fmt.Errorf("referee: %w", errors.Join(err, first.Close()))
	}
	p.first = first
	results, err := arena.New(p, max(o.Workers, 1)).Play(ctx, players, s)
	if err != nil {
		err = arena.NamePlayers(err, func(player int) string { return seats[player].Name })
		return nil, fmt.Errorf("referee: %w", err)
	}
	r := &Report{Schedule: s, Stats: make([]PlayerStats, len(seats))}
	played := &arena.BlockSubset{Schedule: s}
	for i := range p.blocks {
		if err := p.blocks[i].void; err != nil {
			r.Void = append(r.Void, Void{i, err.Error()})
			r.Schedule = played
			continue
		}
		played.Blocks, r.Results = append(played.Blocks, i), append(r.Results, results[i])
		lineup := s.Block(i).Lineup
		for place := range c.Info().Seats {
			r.Stats[lineup[place]].Add(&p.blocks[i].stats[place])
		}
	}
	return r, nil
}

// Limits are limits of time. Each contest says which of them it has.
type Limits struct {
	Start time.Duration // from the start of a program to its first sign of life
	Move  time.Duration // for one move

	// A budget of time instead: First for the first FirstMoves moves together, then Then for
	// each further ThenMoves moves; Hang is how long after that an answer is waited for.
	First, Then           time.Duration
	FirstMoves, ThenMoves int
	Hang                  time.Duration
}

// Second is the unit for the limits of contests, which have no clock of their own.
const Second = time.Second

// String returns the limits in words, such as "10s a move".
func (l Limits) String() string {
	var parts []string
	if l.Start > 0 {
		parts = append(parts, fmt.Sprintf("%v to start", l.Start))
	}
	if l.Move > 0 {
		parts = append(parts, fmt.Sprintf("%v a move", l.Move))
	}
	if l.First > 0 {
		parts = append(parts, fmt.Sprintf("%v for the first %d moves, then %v for each %d", l.First, l.FirstMoves, l.Then, l.ThenMoves))
	}
	return strings.Join(parts, ", ")
}

// Clock is a program's budget of time: one amount for the first moves, then one for each batch, without rests.
type Clock struct {
	limits Limits
	left   time.Duration
	moves  int
}

func (l Limits) Clock() Clock { return Clock{limits: l, left: l.First, moves: l.FirstMoves} }

// Left returns the milliseconds that are left for the next so many moves.
func (c *Clock) Left() (ms int64, moves int) { return c.left.Milliseconds(), c.moves }

// Patience returns how long to wait for an answer: the rest of the budget plus Hang, but at most Move unless that is 0.
func (c *Clock) Patience() time.Duration {
	if c.limits.Move > 0 {
		return min(c.left+c.limits.Hang, c.limits.Move)
	}
	return c.left + c.limits.Hang
}

func (c *Clock) Spend(p *Program) { c.left -= min(c.left, p.AnswerTime()) }

// Move subtracts the time of a move's answer from the clock and reports whether it was in time.
func (c *Clock) Move(p *Program) (inTime bool) {
	inTime = p.AnswerTime() <= c.left
	c.Spend(p)
	if c.moves--; c.moves <= 0 {
		c.left, c.moves = c.limits.Then, c.limits.ThenMoves
	}
	return inTime
}
