// Package referee plays games between external programs, and between programs and
// players of this module, over the contests' own protocols.
//
//  1. A [Contest], one for each game, speaks its contest's protocol. The packages
//     below this one hold those of the shipped games; [Lines] is the one of every
//     game whose programs answer lines with lines.
//  2. A [Seat] is a program's command line, or a player of this module.
//  3. [Play] plays an arena.Schedule between seats and returns a [Report]: the
//     results that an arena would have returned, and a [Record] of every seat with
//     its times and its faults.
//  4. A contest sees a seat as a [SeatState]. It runs programs: [Match.Players] starts
//     one [Program] each for a whole play, [SeatState.Run] one for a single move.
//
// This is the slow path: starting a program takes a millisecond, a question over a
// pipe some 20 µs. Nothing here is shared with the arena's workers.
//
// Programs are started and killed by package program. Only this package and that one
// read the clock: contests pass limits on. It knows no game.
package referee

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/entry"
	"bloodline/engine/roll"
)

// Contest referees the plays of one game.
type Contest interface {
	Info() engine.Info
	// Limits returns the contest's own limits of time.
	Limits() Limits
	// Plays returns how many plays a match has unless told otherwise.
	Plays() int
	// Referee plays once. What a program does wrong goes into its seat's record. An
	// error is the referee's own, such as a full disk, or the context's.
	Referee(ctx context.Context, m *Match) (engine.Outcome, error)
}

// Match is one play that a contest is to referee.
type Match struct {
	Seed   uint64
	Block  int // of the schedule
	Turn   int // the rotation of the seats within the block
	Seats  []*SeatState
	Limits Limits
	Dir    string // a scratch folder, absolute; Kept if records are kept
	Kept   bool   // whether what is written into Dir stays
}

// Name returns a file name for this play: the names by seat, the block and the
// rotation, as "Taxman_Lawyer_0_1".
func (m *Match) Name() string {
	var words []string
	for _, c := range m.Seats {
		words = append(words, fileName(c.Name))
	}
	return strings.Join(append(words, strconv.Itoa(m.Block), strconv.Itoa(m.Turn)), "_")
}

// Players returns the players of an arena's table: those of this module, and what bot
// returns for each program, which is started and may be [Program.Over] already.
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

// Keep writes the record of the play, if records are kept.
func (m *Match) Keep(text []byte) error {
	if !m.Kept {
		return nil
	}
	return os.WriteFile(filepath.Join(m.Dir, m.Name()+".txt"), text, 0o600)
}

// referee plays the match and ends its programs in any case.
func (m *Match) referee(ctx context.Context, c Contest) (engine.Outcome, error) {
	defer func() {
		for _, c := range m.Seats {
			c.program.Close()
		}
	}()
	return c.Referee(ctx, m)
}

// Seat is who plays: a program, or a player of ours.
type Seat struct {
	Name    string
	Command []string      // a program and its arguments, or
	Player  engine.Player // a player of the game's own type
}

// Options say how to play. The zero value plays as the contest does.
type Options struct {
	Limits  Limits // what is not zero replaces the contest's own limits
	Workers int    // plays at a time; 0 is one, since programs that share a processor are slow
	Records string // folder that keeps the contest's record of every play; none if empty
	// Replay hands every program the seed of its seat's rolls in the environment
	// variable entry.SeedVariable, so that exported bots play what the arena plays.
	// A program that knows the arena's mixer can compute the deck from it.
	Replay bool
	Count  func(games int) // is told of every play; may be nil
}

// Play plays a schedule whose lineups index seats. Results do not depend on the
// number of workers if the programs are deterministic. When ctx is cancelled all
// programs are killed at once and the context's error is returned.
func Play(ctx context.Context, c Contest, seats []Seat, s arena.Schedule, o Options) (*Report, error) {
	for _, seat := range seats {
		if (seat.Player == nil) == (len(seat.Command) == 0) {
			return nil, fmt.Errorf("referee: %s: must have a command or be a player", seat.Name)
		}
	}
	run, err := newRunner(c, seats, o)
	if err != nil {
		return nil, fmt.Errorf("referee: %w", err)
	}
	out := make([]block, s.Len())
	if err := errors.Join(run.work(ctx, s, out), os.RemoveAll(run.scratch)); err != nil {
		return nil, fmt.Errorf("referee: %w", err)
	}
	return run.report(s, out), nil
}

// runner plays a schedule.
type runner struct {
	contest Contest
	info    engine.Info
	seats   []Seat
	limits  Limits
	options Options
	scratch string   // removed in the end
	dir     string   // for records of plays
	home    []string // by player, the folder that a program runs in
}

// block is what the rotations of one block gave.
type block struct {
	arena.Result
	records [engine.MaxSeats]Record // by place in the lineup
}

func newRunner(c Contest, seats []Seat, o Options) (*runner, error) {
	run := &runner{contest: c, info: c.Info(), seats: seats, limits: o.Limits.or(c.Limits()), options: o}
	var err error
	if run.scratch, err = os.MkdirTemp("", "bloodline-"); err != nil {
		return nil, err
	}
	err = run.setUp()
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(run.scratch))
	}
	return run, nil
}

// setUp makes the folders and resolves the commands, since programs run in folders of
// their own.
func (run *runner) setUp() (err error) {
	run.dir = filepath.Join(run.scratch, "plays")
	if run.options.Records != "" {
		if run.dir, err = filepath.Abs(run.options.Records); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(run.dir, 0o755); err != nil {
		return err
	}
	run.seats = append([]Seat(nil), run.seats...)
	run.home = make([]string, len(run.seats))
	for i, s := range run.seats {
		if len(s.Command) == 0 {
			continue
		}
		command := append([]string(nil), s.Command...)
		if strings.Contains(command[0], "/") {
			if command[0], err = filepath.Abs(command[0]); err != nil {
				return err
			}
		}
		run.seats[i].Command = command
		run.home[i] = filepath.Join(run.scratch, fmt.Sprintf("%d-%s", i, fileName(s.Name)))
		if err := os.Mkdir(run.home[i], 0o755); err != nil {
			return err
		}
	}
	return nil
}

// work plays all blocks. The first error ends it.
func (run *runner) work(outer context.Context, s arena.Schedule, out []block) error {
	ctx, cancel := context.WithCancelCause(outer)
	defer cancel(nil)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range max(run.options.Workers, 1) {
		wait.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(out) {
					return
				}
				if err := run.block(ctx, i, s.Block(i), &out[i]); err != nil {
					cancel(err)
				}
			}
		})
	}
	wait.Wait()
	if err := outer.Err(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// play has the contest referee one play. A panic, which is a fault of the game's rules
// or of a player of ours, is an error that tells how to repeat it.
func (run *runner) play(ctx context.Context, m *Match, lineup [engine.MaxSeats]int32) (o engine.Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			e := &arena.PlayError{Game: run.info.Name, Seed: m.Seed, Rotation: m.Turn, Err: arena.Panicked(p)}
			for _, player := range lineup[:run.info.Seats] {
				e.Lineup = append(e.Lineup, int(player))
			}
			e.Name = func(player int) string { return run.seats[player].Name }
			err = e
		}
	}()
	return m.referee(ctx, run.contest)
}

// block plays one deal in all rotations and adds up what the arena adds up.
func (run *runner) block(ctx context.Context, i int, b arena.Block, out *block) error {
	n := run.info.Seats
	for r := range n {
		m := &Match{Seed: b.Seed, Block: i, Turn: r, Limits: run.limits, Dir: run.dir, Kept: run.options.Records != ""}
		for s := range n {
			m.Seats = append(m.Seats, run.seat(int(b.Lineup[(s+r)%n]), s, b.Seed))
		}
		o, err := run.play(ctx, m, b.Lineup)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		for s, c := range m.Seats {
			place := (s + r) % n
			out.Score[place] += o.Score[s]
			c.record.Plays = 1
			c.record.inPlay(m.Name())
			out.records[place].Add(&c.record)
		}
		if run.options.Count != nil {
			run.options.Count(1)
		}
		first := o.Score[(n-r)%n]
		out.Square += first * first
		out.Choices += o.Choices
	}
	return nil
}

func (run *runner) seat(player, index int, seed uint64) *SeatState {
	s := run.seats[player]
	c := &SeatState{Name: s.Name, Player: s.Player, command: s.Command, dir: run.home[player], Seed: roll.Mix(seed, 1+uint64(index))}
	if run.options.Replay {
		c.env = append(os.Environ(), entry.SeedVariable+"="+strconv.FormatUint(c.Seed, 10))
	}
	return c
}

func (run *runner) report(s arena.Schedule, out []block) *Report {
	r := &Report{Results: make([]arena.Result, len(out)), Records: make([]Record, len(run.seats))}
	for i := range out {
		r.Results[i] = out[i].Result
		lineup := s.Block(i).Lineup
		for place := range run.info.Seats {
			r.Records[lineup[place]].Add(&out[i].records[place])
		}
	}
	return r
}

// fileName makes a name fit for a file.
func fileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '-'
	}, name)
	return safe[:min(len(safe), 40)]
}

// Limits are limits of time. Each contest says which of them it has.
type Limits struct {
	Start time.Duration // from the start of a program to its first sign of life
	Move  time.Duration // for one move

	// A budget instead: First for the first FirstMoves moves, then Then for each
	// further ThenMoves moves; an answer that is Hang later than that never comes.
	First, Then           time.Duration
	FirstMoves, ThenMoves int
	Hang                  time.Duration
}

// Units for the limits of contests, which have no clock of their own.
const (
	Millisecond = time.Millisecond
	Second      = time.Second
)

// or fills what is zero from others.
func (l Limits) or(d Limits) Limits {
	for _, f := range []struct{ mine, others *time.Duration }{
		{&l.Start, &d.Start}, {&l.Move, &d.Move}, {&l.First, &d.First}, {&l.Then, &d.Then}, {&l.Hang, &d.Hang},
	} {
		if *f.mine == 0 {
			*f.mine = *f.others
		}
	}
	if l.FirstMoves == 0 {
		l.FirstMoves = d.FirstMoves
	}
	if l.ThenMoves == 0 {
		l.ThenMoves = d.ThenMoves
	}
	return l
}
