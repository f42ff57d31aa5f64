package run

import (
	"context"
	"errors"
	"slices"
	"time"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/internal/usage"
)

// The keys that end a run before its last generation.
const (
	endPatience = "evolve.patience"
	endGames    = "budget.max_games"
	endTime     = "budget.max_time"
	endUntil    = "budget.until"
)

// spent ends breeding by the key that it names.
type spent struct{ key string }

func (s spent) Error() string { return s.key + " is used up" }

// Past is what a run has bred before it goes on. The zero value begins a run.
type Past struct {
	Last  *evolve.State // its last generation
	Games int64         // that it has played against its budget
	Rows  *lineage.Run  // the run in the store; nil keeps nothing
}

// Evolve breeds by the settings until their last generation, their patience or their
// budget ends it; ended is the key that ended it, empty for the last generation. Where time
// ends it, the result is that of the last generation that was finished.
func Evolve(ctx context.Context, c *configs.Config, e *league.Evaluator, recorder evolve.Recorder, past Past) (result evolve.Result, ended string, err error) {
	if slices.Contains(evolve.Optimisers(), c.Evolve.Algorithm) {
		return optimise(ctx, c, e, recorder, past.Rows)
	}
	within, end := context.WithCancelCause(ctx)
	defer func() {
		end(nil)
		e.Wait()
	}()
	games := past.Games
	split, err := SplitOf(c, e)
	if err != nil {
		return result, "", err
	}
	look := func(g *evolve.Generation) {
		switch {
		case c.Budget.MaxGames > 0 && !split.allows(games+e.ExploiterGames()):
			end(spent{endGames})
		case c.Budget.Until > 0 && g.Champion.Belief.Mean >= c.Budget.Until:
			end(spent{endUntil})
		}
	}
	var champions []genome.Vector
	final := playsOff(c, e)
	if final && past.Rows != nil {
		gs, err := past.Rows.Past()
		if err != nil {
			return result, "", err
		}
		for _, g := range gs {
			champions = append(champions, g.Champion.Genes)
		}
	}
	watch := evolve.RecorderFunc(func(g evolve.Generation) error {
		champions = append(champions, g.Champion.Genes)
		if games += g.Games; g.Verdict != nil {
			games += g.Verdict.Games
		}
		look(&g)
		return nil
	})
	if past.Last != nil {
		look(past.Last)
	}
	if limit := c.Budget.MaxTime; limit > 0 {
		timer := time.AfterFunc(limit, func() { end(spent{endTime}) })
		defer timer.Stop()
	}
	result, err = evolve.Run(within, e.Schema, c.Evolve, e, e, evolve.Recorders{recorder, watch}, past.Last)
	var by spent
	switch {
	case err == nil && result.Early:
		ended = endPatience
	case err == nil:
	case ctx.Err() != nil || !errors.As(context.Cause(within), &by) || !errors.Is(err, context.Canceled):
		return result, "", err
	case result.Champion.Genes == nil:
		return result, "", usage.Errorf("%s: %v is too short for the first generation", by.key, c.Budget.MaxTime)
	default:
		ended = by.key
	}
	if err = nil; final {
		result, err = playoff(ctx, e, champions, games, optimiser.Record{Past: []*evolve.Generation{&result.Last}, Recorder: recorder})
	}
	return result, ended, err
}
