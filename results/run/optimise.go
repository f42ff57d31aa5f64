package run

import (
	"context"
	"errors"
	"time"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/evolve/optimiser"
	"bloodline/internal/usage"
)

// optimise breeds with an algorithm of package optimiser, see [Evolve]. rows may be nil.
func optimise(ctx context.Context, c *configs.Config, e *league.Evaluator, recorder evolve.Recorder, rows *lineage.Run) (evolve.Result, string, error) {
	split, err := SplitOf(c, e)
	if err != nil {
		return evolve.Result{}, "", err
	}
	arms, err := optimiser.Choose([]string{c.Evolve.Algorithm}, c.Evolve.Population, len(e.Schema.Genes))
	if err != nil {
		return evolve.Result{}, "", err
	}
	o := &optimisation{e: e, arm: arms[0], seed: c.Seed}
	if rows != nil {
		if o.kept.Past, err = rows.Past(); err != nil {
			return evolve.Result{}, "", err
		}
		o.kept.Forget = rows.Forget
	}
	within, end := context.WithCancelCause(ctx)
	defer end(nil)
	o.kept.Recorder = evolve.Recorders{recorder, evolve.RecorderFunc(func(g evolve.Generation) error {
		o.kept.Past = append(o.kept.Past, &g)
		if c.Budget.Until > 0 && g.Champion.Belief.Mean >= c.Budget.Until {
			end(spent{endUntil})
		}
		return nil
	})}
	if limit := c.Budget.MaxTime; limit > 0 {
		timer := time.AfterFunc(limit, func() { end(spent{endTime}) })
		defer timer.Stop()
	}
	result, err := o.run(within, split.breeding())
	var by spent
	switch {
	case err == nil && c.Budget.MaxGames > 0:
		return result, endGames, nil
	case err == nil || ctx.Err() != nil || !errors.As(context.Cause(within), &by) || !errors.Is(err, context.Canceled):
		return result, "", err
	case result.Champion.Genes == nil:
		return result, "", usage.Errorf("%s: %v is too short for the first generation", by.key, c.Budget.MaxTime)
	}
	result, err = o.close(ctx)
	return result, by.key, err
}

// optimisation is a run of an arm.
type optimisation struct {
	e    *league.Evaluator
	arm  optimiser.Arm
	seed uint64
	kept optimiser.Record
}

func (o *optimisation) run(ctx context.Context, budget int64) (evolve.Result, error) {
	return optimiser.Run(ctx, o.arm, optimiser.Task{Schema: o.e.Schema, Evaluator: o.e, Seed: o.seed, Budget: budget}, o.kept)
}

var errDeparts = errors.New("the arm plans by its budget")

// close ends a search that was cut short by its play-off: with a budget of which the games
// so far are the share of the search, the arm goes through them again and plays it. An arm
// that plans by its budget has the champion that it has.
func (o *optimisation) close(ctx context.Context) (evolve.Result, error) {
	var games int64
	for _, g := range o.kept.Past {
		games += g.Games
	}
	whole := o.kept
	o.kept.Forget = func(int) error { return errDeparts }
	result, err := o.run(ctx, optimiser.Whole(games))
	if errors.Is(err, errDeparts) {
		last := whole.Past[len(whole.Past)-1]
		return evolve.Result{Champion: last.Champion, HallOfFame: last.HallOfFame, Last: *last}, nil
	}
	return result, err
}
