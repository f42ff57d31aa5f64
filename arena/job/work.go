package job

import (
	"context"

	"bloodline/arena"
	"bloodline/arena/game"
	"bloodline/genome"
)

// Sender has measurements of one game played elsewhere.
type Sender struct {
	Game *game.Game
	// Do does all of a work: it cuts jobs off, and hands their results to Take in order.
	Do func(context.Context, *Work) error
	// Hands returns how many jobs can be played at once now; with 1 there is nobody to
	// send one to.
	Hands func() int
	round int // generation
	inner bool // of an exploiter's breeding: the round is that of the run
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

// Elsewhere returns what an [arena.Evaluator] has play its parts, for this field and
// these candidates, with their gradients where they learn.
func (s *Sender) Elsewhere(field []Who, candidates []genome.Vector, learn bool) func(context.Context, arena.Part) ([]arena.Sum, error) {
	return func(ctx context.Context, p arena.Part) ([]arena.Sum, error) {
		p.Gradient = p.Gradient && learn
		var head writer
		head.setting(s.Game, field)
		w := &Work{part: p, game: s.Game, candidates: candidates, setting: head.out, round: s.round, sums: make([]arena.Sum, p.Candidates)}
		if err := s.Do(ctx, w); err != nil {
			return nil, err
		}
		return w.sums, nil
	}
}

// Work is a measurement under way. Its units are blocks.
type Work struct {
	part       arena.Part
	game       *game.Game
	candidates []genome.Vector
	setting    []byte
	round      int
	sums       []arena.Sum
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
	out.part(w.piece(from, to), w.game.Schema, w.candidates)
	return out.out
}

func (w *Work) read(from, to int, result []byte) ([]arena.Sum, error) {
	genes := 0
	if w.game.Gradient != nil {
		genes = len(w.game.Schema.Genes)
	}
	r := &reader{in: result}
	out := r.sums(w.piece(from, to), w.game.Info(), genes)
	return out, r.err
}

// Check reports what is wrong with a result of these units, as far as its form tells.
func (w *Work) Check(from, to int, result []byte) error {
	_, err := w.read(from, to, result)
	return err
}

// Take adds a result. remote is one whose games another process has played.
func (w *Work) Take(from, to int, result []byte, remote bool) error {
	sums, err := w.read(from, to, result)
	if err != nil {
		return err
	}
	p := w.piece(from, to)
	first, _ := p.Covers()
	for i, s := range sums {
		if own := &w.sums[first+i]; own.By == nil {
			*own = s
		} else {
			own.Add(s)
		}
	}
	if remote {
		w.game.Count((to - from) * w.Games())
	}
	return nil
}
