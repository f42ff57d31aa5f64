package evolve

import (
	"context"
	"errors"
	"fmt"
	oldrand "math/rand"
	"strconv"

	"github.com/MaxHalford/eaopt"

	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/internal/setting"
)

// Run breeds until Config.Generations is reached. The settings must be in the ranges of their tags, and Proximal 0
// without a Tail, which a run file's reader checks. A nil from starts anew; otherwise the run continues after that
// generation, and ends with the same champion and hall of fame as an uninterrupted run. Generations may be raised for
// that, the other settings must be the ones the run began with. recorder may be nil.
//
// An error of the evaluator, the judge or the recorder stops the run and is wrapped; the error of a cancelled ctx is
// always found in it by errors.Is. The generation in which it happened is not recorded, those before it stay, and the
// last one is returned; nil before the first.
func Run(ctx context.Context, schema *genome.Schema, cfg Config, evaluator Evaluator, judge Judge, recorder Recorder, from *Generation) (last *Generation, err error) {
	r := &runner{breeder: breeder{schema, cfg}, ctx: ctx, evaluator: evaluator, judge: judge, recorder: recorder, last: from}
	if err := schema.Validate(); err != nil {
		return nil, fmt.Errorf("breed %s: %w", schema.Game, err)
	}
	if from == nil {
		if err = r.measureAndRecord(r.firstGeneration()); err != nil {
			err = fmt.Errorf("generation 0: %w", err)
		}
	} else if err := r.resumable(from); err != nil {
		return nil, fmt.Errorf("resume after generation %d: %w", from.Number, err)
	}
	if err == nil && !r.finished() {
		err = r.minimize()
	}
	if err != nil && ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		err = fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return r.last, err
}

// runner is one run, and its eaopt.Model: each generation is one Apply.
type runner struct {
	breeder
	ctx           context.Context
	evaluator     Evaluator
	judge         Judge
	recorder      Recorder
	last          *Generation              // finished and recorded; nil before generation 0
	parentFitness map[string]stats.Fitness // of newcomers in a play-off, see [believeFew]
	idSeed        int64                    // of eaopt's generator, whose names of individuals are not used
}

// resumable returns an error for a generation that this run cannot have recorded.
func (r *runner) resumable(from *Generation) error {
	switch {
	case len(from.Individuals) != r.cfg.Population && !r.cfg.hasIslands():
		return &setting.Error{Key: "population", Rule: fmt.Sprintf("must be %d as when the run began", len(from.Individuals)), Have: strconv.Itoa(r.cfg.Population)}
	case from.Algorithm != r.cfg.Algorithm && !(from.betweenIslands() && r.cfg.hasIslands()):
		return &setting.Error{Key: "algorithm", Rule: "must be " + from.Algorithm + " as when the run began", Have: strconv.Quote(r.cfg.Algorithm)}
	case from.Follow != r.cfg.Follow:
		return &setting.Error{Key: "follow", Rule: "must be " + from.Follow + " as when the run began", Have: strconv.Quote(r.cfg.Follow)}
	case from.Distribution == nil:
		return errors.New("its distribution is missing")
	case (from.Distribution.TailAverage != nil) != (r.cfg.Tail > 0):
		return &setting.Error{Key: "tail", Rule: "must be 0 or above as when the run began", Have: fmt.Sprint(r.cfg.Tail)}
	}
	for _, ind := range from.Individuals {
		if err := r.schema.Check(ind.Genes); err != nil {
			return fmt.Errorf("individual %s: %w", ind.ID, err)
		}
	}
	return nil
}

// minimize makes eaopt run the generations: one population and no parallel evaluation, because fitness comes for the
// whole population at once. HofSize must be at least 1; the hall of fame is our own.
func (r *runner) minimize() error {
	ga, err := eaopt.GAConfig{
		NPops:        1,
		PopSize:      uint(len(r.last.Individuals)),
		NGenerations: uint(r.cfg.Generations - 1 - r.last.Number),
		HofSize:      1,
		Model:        r,
		EarlyStop:    func(*eaopt.GA) bool { return r.finished() },
		RNG:          oldrand.New(oldrand.NewSource(r.idSeed)),
	}.NewGA()
	if err != nil {
		return fmt.Errorf("set up eaopt: %w", err)
	}
	all := eaoptIndividuals(r.last.Individuals)
	return ga.Minimize(func(*oldrand.Rand) eaopt.Genome {
		next := all[0].Genome
		all = all[1:]
		return next
	})
}

// Validate reports nothing: Run has validated the settings before.
func (r *runner) Validate() error { return nil }

func (r *runner) finished() bool { return r.last.Number+1 >= r.cfg.Generations }
