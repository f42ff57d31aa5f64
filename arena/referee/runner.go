package referee

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"bloodline/arena"
	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/engine/entry"
	"bloodline/engine/roll"
)

// runner plays a schedule.
type runner struct {
	contest Contest
	info    engine.Info
	seats   []Seat
	limits  Limits
	options Options
	scratch string  // for the folders of programs; removed in the end
	keep    *keeper // of results
}

// block is what the rotations of one block gave.
type block struct {
	arena.Result
	records [engine.MaxSeats]Record // by place in the lineup
	void    error                   // why it could not be played
}

func play(ctx context.Context, c Contest, seats []Seat, s arena.Schedule, o Options) (r *Report, err error) {
	if o.Sandbox == "" {
		o.Sandbox = program.Auto
	}
	run := &runner{contest: c, info: c.Info(), limits: o.Limits.or(c.Limits()), options: o}
	if err := run.setUp(seats); err != nil {
		return nil, err
	}
	out := make([]block, s.Len())
	if run.keep, err = openKeeper(run, s, out); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, run.keep.Close()) }()
	if run.scratch, err = os.MkdirTemp("", "bloodline-"); err != nil {
		return nil, err
	}
	defer func() { _ = program.RemoveAll(run.scratch) }()
	if err := run.work(ctx, s, out); err != nil {
		return nil, err
	}
	return run.report(s, out)
}

// setUp resolves paths, since programs run in folders of their own.
func (run *runner) setUp(seats []Seat) (err error) {
	if o := &run.options; o.Records != "" {
		if o.Records, err = filepath.Abs(o.Records); err != nil {
			return err
		}
		if err := os.MkdirAll(o.Records, 0o755); err != nil {
			return err
		}
	}
	run.options.Files = slices.Clone(run.options.Files)
	for i, f := range run.options.Files {
		if run.options.Files[i], err = filepath.Abs(f); err != nil {
			return err
		}
	}
	run.seats = append([]Seat(nil), seats...)
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
	}
	return nil
}

// work plays all blocks that have not been played.
func (run *runner) work(outer context.Context, s arena.Schedule, out []block) error {
	ctx, cancel := context.WithCancelCause(outer)
	defer cancel(nil)
	first := run.worker()
	defer first.close()
	if err := first.open(); err != nil {
		return err
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for k := range max(run.options.Workers, 1) {
		wait.Go(func() {
			w := first
			if k > 0 {
				w = run.worker()
				defer w.close()
			}
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(out) {
					return
				}
				if run.keep.has(i) {
					w.count(w.info.Seatings())
					continue
				}
				err := w.block(ctx, i, s.Block(i), &out[i])
				if err == nil {
					err = run.keep.put(i, &out[i])
				}
				if err != nil {
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

// worker plays one game at a time, in sandboxes of its own.
type worker struct {
	*runner
	sandboxes map[[2]int]*program.Sandbox // by player, and how often that one sits there already
}

func (run *runner) worker() *worker { return &worker{run, map[[2]int]*program.Sandbox{}} }

// open makes the sandboxes of all programs, so that what is wrong with them is known
// before the first play.
func (w *worker) open() error {
	for i, s := range w.seats {
		if len(s.Command) > 0 {
			if _, err := w.sandbox(i, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *worker) sandbox(player, nth int) (*program.Sandbox, error) {
	key := [2]int{player, nth}
	if s := w.sandboxes[key]; s != nil {
		return s, nil
	}
	s, err := program.NewSandbox(w.options.Sandbox, w.scratch, fileName(w.seats[player].Name), w.seats[player].Command, w.options.Files...)
	if err == nil {
		w.sandboxes[key] = s
	}
	return s, err
}

func (w *worker) close() {
	for _, s := range w.sandboxes {
		_ = s.Close() // the scratch folder is removed anyway
	}
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

// block plays one deal in all seatings and adds up what the arena adds up. What keeps it
// from being played makes it void; an error is the end of all.
func (w *worker) block(ctx context.Context, i int, b arena.Block, out *block) error {
	err := w.rotations(ctx, i, b, out)
	if stopped := ctx.Err(); stopped != nil {
		return stopped
	}
	var rules *arena.PlayError
	if errors.As(err, &rules) {
		return err
	}
	if err != nil {
		*out = block{void: err}
	}
	return nil
}

func (w *worker) rotations(ctx context.Context, i int, b arena.Block, out *block) error {
	n := w.info.Seats
	for r := range w.info.Seatings() {
		m := &Match{Seed: b.Seed, Block: i, Turn: r, Limits: w.limits, Dir: w.options.Records}
		sat := map[int]int{}
		for s := range n {
			player := int(b.Lineup[(s+r)%n])
			c, err := w.seat(player, sat[player], s, b.Seed)
			if err != nil {
				return err
			}
			sat[player]++
			m.Seats = append(m.Seats, c)
		}
		o, err := w.play(ctx, m, b.Lineup)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		w.count(1)
		for s, c := range m.Seats {
			place := (s + r) % n
			out.Score[place] += o.Score[s]
			c.record.Plays = 1
			c.record.inPlay(m.Name())
			out.records[place].Add(&c.record)
		}
		first := o.Score[(n-r)%n]
		out.Square += first * first
		out.Choices += o.Choices
	}
	return nil
}

func (run *runner) count(games int) {
	if run.options.Count != nil {
		run.options.Count(games)
	}
}

// seat seats a player who sits there nth times already.
func (w *worker) seat(player, nth, index int, seed uint64) (*SeatState, error) {
	s := w.seats[player]
	c := &SeatState{Name: s.Name, Player: s.Player, command: s.Command, Seed: roll.Mix(seed, 1+uint64(index))}
	if !c.External() {
		return c, nil
	}
	if w.options.Replay {
		c.env = []string{entry.SeedVariable + "=" + strconv.FormatUint(c.Seed, 10)}
	}
	var err error
	c.sandbox, err = w.sandbox(player, nth)
	return c, err
}

// mostVoid is how many of a hundred blocks may be void. With more, what was played could be
// a choice of the deals.
const mostVoid = 2

func (run *runner) report(s arena.Schedule, out []block) (*Report, error) {
	r := &Report{Records: make([]Record, len(run.seats))}
	p := &played{Schedule: s}
	for i := range out {
		if err := out[i].void; err != nil {
			r.Void = append(r.Void, Void{i, err.Error()})
			continue
		}
		p.blocks = append(p.blocks, i)
		r.Results = append(r.Results, out[i].Result)
		lineup := s.Block(i).Lineup
		for place := range run.info.Seats {
			r.Records[lineup[place]].Add(&out[i].records[place])
		}
	}
	if n := len(r.Void); n*100 > mostVoid*len(out) {
		return nil, fmt.Errorf("%d of %d deals could not be played, more than %d %%, so there is no result: %s", n, len(out), mostVoid, r.Void[0].Reason)
	}
	if r.Schedule = s; len(r.Void) > 0 {
		r.Schedule = p
	}
	return r, nil
}

// played is the part of a schedule that was played.
type played struct {
	arena.Schedule
	blocks []int
}

func (p *played) Len() int                { return len(p.blocks) }
func (p *played) Block(i int) arena.Block { return p.Schedule.Block(p.blocks[i]) }

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
