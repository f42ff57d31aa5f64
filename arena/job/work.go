package job

import (
	"context"
	"reflect"
	"sync"

	"bloodline/arena"
	"bloodline/arena/command"
	"bloodline/arena/game"
	"bloodline/engine"
	"bloodline/genome"
)

// Whole is a job that is no part of a measurement: one machine does all of it.
type Whole struct {
	Setting []byte // what jobs share, as of a [Work]
	Job     []byte
	Turn    int // those with a smaller one begin first
	Round   int // generation
	Play    func(context.Context) ([]byte, error)
	// Check says how many games a worker's result is, and what is wrong with its form.
	Check func(result []byte) (games int64, err error)
}

// Sender has measurements of one game played elsewhere.
type Sender struct {
	// Whole does a job here or elsewhere and returns its result.
	Whole func(context.Context, Whole) ([]byte, error)

	game    *game.Game
	schema  string   // hash, which takes a while
	contest *Contest // of a game of commands
	tables  *tables
	do      func(context.Context, *Work) error
	slots   func() int
	round   int  // generation
	inner   bool // of an exploiter's breeding: the round is that of the run
}

// NewSender returns a sender of a game's measurements. do does all of a work: it cuts jobs
// off, and hands their results to Take in order. slots returns how many jobs can be played
// at once now. contest is that of a game of commands, nil for others.
func NewSender(g *game.Game, contest *Contest, do func(context.Context, *Work) error, slots func() int) *Sender {
	return &Sender{game: g, schema: g.Schema.Hash(), contest: contest, tables: new(tables), do: do, slots: slots}
}

// At says which generation is measured from now on.
func (s *Sender) At(round int) {
	if s != nil && !s.inner {
		s.round = round
	}
}

// Inner returns a sender for a breeding within the generation.
func (s *Sender) Inner() *Sender {
	if s == nil {
		return nil
	}
	inner := *s
	inner.inner = true
	return &inner
}

// Measurement is who plays in one.
type Measurement struct {
	Candidates []genome.Vector
	Learn      bool // the candidates' gradients are wanted, where any are
	Field      []Who
	Players    []engine.Player // the same
	Noisy      bool            // equal games may end differently
}

// Elsewhere returns what an [arena.Evaluator] has play its parts.
func (s *Sender) Elsewhere(m Measurement) func(context.Context, arena.Part) ([]arena.Sum, error) {
	return func(ctx context.Context, p arena.Part) ([]arena.Sum, error) {
		p.Gradient = p.Gradient && m.Learn
		var head writer
		head.setting(s.game, s.schema, s.contest, m.Field)
		w := &Work{
			Measurement: m, part: p, game: s.game, tables: s.tables, compiled: make([]func() engine.Player, len(m.Candidates)),
			setting: head.out, round: s.round, sums: make([]arena.Sum, p.Candidates),
		}
		compile := s.game.Rules
		if p.Gradient {
			compile = s.game.Gradient
		}
		for i, v := range m.Candidates {
			w.compiled[i] = sync.OnceValue(func() engine.Player { return compile(v) })
		}
		if err := s.do(ctx, w); err != nil {
			return nil, err
		}
		return w.sums, nil
	}
}

// Slots returns how many jobs can be played at once now.
func (s *Sender) Slots() int { return s.slots() }

// Work is a measurement under way. Its units are blocks.
type Work struct {
	Measurement
	part     arena.Part
	game     *game.Game
	tables   *tables
	compiled []func() engine.Player // candidates, once they are needed here
	setting  []byte
	round    int
	sums     []arena.Sum
}

// Setting returns what all jobs share.
func (w *Work) Setting() []byte { return w.setting }

// Units returns how many blocks there are to play.
func (w *Work) Units() int { return w.part.To }

// Games returns how many games a unit is.
func (w *Work) Games() int { return w.game.Info().Seatings() }

// Round returns the generation of which the work is.
func (w *Work) Round() int { return w.round }

func (w *Work) piece(from, to int) arena.Part {
	p := w.part
	p.From, p.To = from, to
	return p
}

// Job returns the job of the units from one up to another, which is left out.
func (w *Work) Job(from, to int) []byte {
	var out writer
	out.part(w.piece(from, to), w.game.Schema, w.Candidates)
	return out.out
}

// outcome is the result of a job.
type outcome struct {
	sums  []arena.Sum
	games []command.Result // that another machine has played by commands, in their order
}

// Play plays that job here.
func (w *Work) Play(ctx context.Context, from, to int) (any, error) {
	p := w.piece(from, to)
	sums, err := w.tables.play(ctx, w.game, p, w.players(p), w.Players)
	return outcome{sums: sums}, err
}

// players returns the candidates that a part covers.
func (w *Work) players(p arena.Part) []engine.Player {
	first, last := p.Covers()
	out := make([]engine.Player, last-first)
	for i := range out {
		out[i] = w.compiled[first+i]()
	}
	return out
}

// Repeats reports whether equal jobs have equal results.
func (w *Work) Repeats() bool { return !w.Noisy }

// Same reports whether two results of a job are equal; where games are noisy, any are.
func (w *Work) Same(a, b any) bool {
	return w.Noisy || reflect.DeepEqual(a.(outcome).sums, b.(outcome).sums)
}

// Read reads a worker's result of these units, and says what is wrong with its form.
func (w *Work) Read(from, to int, result []byte) (any, error) {
	genes := 0
	if w.game.Gradient != nil {
		genes = len(w.game.Schema.Genes)
	}
	p := w.piece(from, to)
	r := &reader{in: result}
	out := outcome{sums: r.sums(p, w.game.Info(), genes)}
	if _, ok := w.game.Table.(*command.Game); ok && r.err == nil {
		err := p.Games(w.game.Info(), func(_ uint64, seats []int) error {
			out.games = append(out.games, r.played(len(seats)))
			return r.err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, r.end()
}

// Played counts blocks whose games another machine has played.
func (w *Work) Played(units int) { w.game.Count(units * w.Games()) }

// Take adds a result. remote: another process has played its games.
func (w *Work) Take(from, to int, result any, remote bool) error {
	p, got := w.piece(from, to), result.(outcome)
	first, _ := p.Covers()
	for i, s := range got.sums {
		if own := &w.sums[first+i]; own.By == nil {
			*own = s
		} else {
			own.Add(s)
		}
	}
	contest, _ := w.game.Table.(*command.Game)
	if contest == nil || !remote {
		return nil
	}
	players := append(w.players(p), w.Players...)
	return p.Games(w.game.Info(), func(seed uint64, seats []int) error {
		line := make([]engine.Player, len(seats))
		for i, s := range seats {
			line[i] = players[s]
		}
		var g command.Result
		g, got.games = got.games[0], got.games[1:]
		return contest.Note(seed, line, g)
	})
}
