package optimiser

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// Record stores the generations of a run of an arm.
type Record struct {
	// Past has the generations that are recorded already, in order. The arm gets their recorded
	// fitness instead of a new measurement.
	Past []*evolve.Generation

	// Forget drops the recorded generations from a number on. It is called where the arm,
	// with another budget than before, departs from them; may be nil without a past.
	Forget func(from int) error

	Recorder evolve.Recorder // of what comes after Past; may be nil
}

// Run breeds with an arm as evolve.Run does with the algorithms of package evolve: every
// batch that the arm measures is a generation. An arm is a function of its seed and its
// measurements, so a run goes on by going through its past again, and ends with the genome
// that it would have handed in without a stop, had it had this budget from the start.
func Run(ctx context.Context, arm Arm, t Task, kept Record) (evolve.Result, error) {
	r := &run{Record: kept, evaluator: t.Evaluator}
	t.Evaluator = r
	if simpler := t.Simpler; simpler != nil {
		t.Simpler = func(best genome.Vector, _ []evolve.Individual) genome.Vector { return simpler(best, r.all) }
	}
	got, err := Breed(ctx, arm, t)
	if err == nil {
		err = r.end(got.Best)
	}
	out := r.result()
	out.Early = got.Early
	return out, err
}

// run stands between an arm and the evaluator.
type run struct {
	Record
	evaluator evolve.Evaluator
	last      *evolve.Generation // recorded
	all       []evolve.Individual
	next      *evolve.Generation // measured, but not recorded before it is known whether it is the last
	defaults  genome.Vector      // of a play-off, whose genomes have parents; else nil
	follow    string             // of the generations that are measured now: [PlayOff], or empty
}

// PlayOff is Generation.Follow in a play-off.
const PlayOff = "play-off"

func (r *run) result() evolve.Result {
	if r.last == nil {
		return evolve.Result{}
	}
	return evolve.Result{Champion: r.last.Champion, Last: *r.last}
}

// Evaluate answers from the past, or measures.
func (r *run) Evaluate(ctx context.Context, round evolve.Round, batch []genome.Vector) ([]evolve.Fitness, error) {
	if err := r.record(); err != nil {
		return nil, err
	}
	number := 0
	if r.last != nil {
		round.Mean, number = r.last.Mean, r.last.Number+1
	}
	if fs, ok := r.recall(number, batch); ok {
		return fs, nil
	}
	if err := r.depart(number); err != nil {
		return nil, err
	}
	fs, err := r.evaluator.Evaluate(ctx, round, batch)
	if err != nil || len(fs) != len(batch) || ctx.Err() != nil {
		return fs, err
	}
	r.next = evolve.Batch(r.last, batch, slices.Clone(fs), round.Champion)
	if r.next.Follow = r.follow; r.defaults != nil {
		r.inherit(r.next)
	}
	r.all = append(r.all, r.next.Individuals...)
	return fs, nil
}

// recall returns the recorded measurements of a batch. A champion that is not in its generation is that of the
// generation before.
func (r *run) recall(number int, batch []genome.Vector) ([]evolve.Fitness, bool) {
	if number >= len(r.Past) {
		return nil, false
	}
	g := r.Past[number]
	fs, ok := g.Measured(batch)
	if !ok {
		return nil, false
	}
	if g.Champion.Genes == nil && r.last != nil {
		g.Champion = r.last.Champion
	}
	r.last, r.all = g, append(r.all, g.Individuals...)
	return fs, true
}

// depart drops what was recorded from a number on.
func (r *run) depart(number int) error {
	if number >= len(r.Past) {
		return nil
	}
	r.Past = r.Past[:number]
	return r.Forget(number)
}

// record writes the last generation.
func (r *run) record() error {
	if r.next == nil {
		return nil
	}
	if r.Recorder != nil {
		if err := r.Recorder.Record(*r.next); err != nil {
			return fmt.Errorf("generation %d: record: %w", r.next.Number, err)
		}
	}
	r.last, r.next = r.next, nil
	return nil
}

// end makes the arm's result the champion of the last generation, and records it. With a
// budget that is too small for a playoff, the result is the measured genome of the best
// belief.
func (r *run) end(best genome.Vector) error {
	if r.next == nil && r.last != nil { // it was recorded, maybe in the middle of a longer run
		g := *r.last
		if len(r.Past) == g.Number+1 && slices.Equal(g.Champion.Genes, best) {
			return nil
		}
		r.next = &g
	}
	if r.next == nil {
		return errors.New("nothing was measured")
	}
	champion, ok := r.find(best)
	if !ok {
		champion = r.next.HallOfFame[0]
	}
	r.next.Champion, r.next.Since = champion, r.next.Number
	if err := r.depart(r.next.Number); err != nil {
		return err
	}
	return r.record()
}

// find returns the latest measured individual with these genes.
func (r *run) find(genes genome.Vector) (evolve.Individual, bool) {
	for _, ind := range slices.Backward(r.all) {
		if slices.Equal(ind.Genes, genes) {
			return ind, true
		}
	}
	return evolve.Individual{}, false
}
