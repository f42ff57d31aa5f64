package run

import (
	"context"
	"errors"
	"slices"
	"time"

	"bloodline/configs"
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/key"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/evolve/optimiser"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

// The keys that end a run before its last generation.
const (
	endPatience = "evolve.patience"
	endGames    = "budget.max_games"
	endTime     = "budget.max_time"
	endUntil    = "budget.until"
)

// spent ends a search by the key that it names.
type spent struct{ key string }

func (s spent) Error() string { return s.key + " is used up" }

// Past is the earlier part of a resumed run. The zero value begins a run.
type Past struct {
	Last  *evolve.State // its last generation
	Games int64         // that it has played against its budget
	Rows  *lineage.Run  // the run in the store; nil keeps nothing
}

// Evolve breeds by the settings until their last generation, their patience or their
// budget ends the search, and plays off where programs play; ended is the key that ended it,
// empty for the last generation. Where time ends it, the result is that of the last
// generation that was finished.
func Evolve(ctx context.Context, c *configs.Config, e *league.Evaluator, recorder evolve.Recorder, past Past) (result evolve.Result, ended string, err error) {
	split, err := SplitOf(c, e)
	if err != nil {
		return result, "", err
	}
	within, end := context.WithCancelCause(ctx)
	defer func() {
		end(nil)
		e.Wait()
	}()
	if limit := c.Budget.MaxTime; limit > 0 {
		timer := time.AfterFunc(limit, func() { end(spent{endTime}) })
		defer timer.Stop()
	}
	s := &search{c, e, split, past, recorder, func(key string) { end(spent{key}) }}
	if optimises(c) {
		result, ended, err = s.optimise(ctx, within)
	} else {
		result, ended, err = s.breed(ctx, within)
	}
	var by spent
	switch errors.As(context.Cause(within), &by); {
	case ended == "" && result.Early:
		ended = by.key
	case err != nil && ctx.Err() == nil && by.key != "" && errors.Is(err, context.Canceled):
		err = key.Usagef("%s: %v is too short for the first generation", by.key, c.Budget.MaxTime)
	}
	return result, ended, err
}

// search is a run with a budget.
type search struct {
	*configs.Config
	e        *league.Evaluator
	split    Split
	past     Past
	recorder evolve.Recorder
	end      func(key string) // ends the search before its last generation
}

// optimises reports whether the algorithm is one of package optimiser.
func optimises(c *configs.Config) bool {
	return slices.Contains(evolve.Optimisers(), c.Evolve.Algorithm)
}

// until ends the search at the fitness of its budget.
func (s *search) until(g *evolve.Generation) {
	if s.Budget.Until > 0 && g.Champion.Belief.Mean >= s.Budget.Until {
		s.end(endUntil)
	}
}

// optimise breeds with an algorithm of package optimiser, which ends with a play-off of its
// own.
func (s *search) optimise(ctx, within context.Context) (result evolve.Result, ended string, err error) {
	arms, err := optimiser.Choose([]string{s.Evolve.Algorithm}, s.Evolve.Population, len(s.e.Schema.Genes))
	if err != nil {
		return result, "", err
	}
	kept := optimiser.Record{Recorder: evolve.Recorders{s.recorder, evolve.RecorderFunc(func(g evolve.Generation) error {
		s.until(&g)
		return nil
	})}}
	if rows := s.past.Rows; rows != nil {
		if kept.Past, err = rows.Past(); err != nil {
			return result, "", err
		}
		kept.Forget = rows.Forget
	}
	t := optimiser.Task{Schema: s.e.Schema, Evaluator: s.e, Seed: s.Seed, Budget: s.split.total(), Within: within, Simpler: simplify(s.e.Game.Schema, s.e.Arena.Info())}
	result, err = optimiser.Run(ctx, arms[0], t, kept)
	if err == nil && !result.Early && s.Budget.MaxGames > 0 {
		ended = endGames
	}
	return result, ended, err
}

// breed breeds with an algorithm of package evolve.
func (s *search) breed(ctx, within context.Context) (result evolve.Result, ended string, err error) {
	off := playsOff(s.Config, s.e)
	var all []*evolve.Generation // so far, for the play-off
	if off && s.past.Rows != nil {
		if all, err = s.past.Rows.Past(); err != nil {
			return result, "", err
		}
	}
	games := s.past.Games
	look := func(g *evolve.Generation) {
		if s.Budget.MaxGames > 0 && !s.split.allows(games+s.e.ExploiterGames()) {
			s.end(endGames)
		}
		s.until(g)
	}
	count := evolve.RecorderFunc(func(g evolve.Generation) error {
		if off {
			all = append(all, &g)
		}
		if games += g.Games; g.Verdict != nil {
			games += g.Verdict.Games
		}
		look(&g)
		return nil
	})
	if s.past.Last != nil {
		look(s.past.Last)
	}
	result, err = evolve.Run(within, s.e.Schema, s.Evolve, s.e, s.e, evolve.Recorders{s.recorder, count}, s.past.Last)
	switch {
	case err == nil && result.Early:
		ended = endPatience
	case err != nil && ctx.Err() == nil && errors.Is(err, context.Canceled) && result.Champion.Genes != nil:
		result.Early, err = true, nil // the budget has ended it
	}
	if err != nil || !off {
		return result, ended, err
	}
	early := result.Early
	result, err = s.playoff(ctx, all, games, &result.Last)
	result.Early = early
	return result, ended, err
}

// playsOff reports whether a run of package evolve ends with a play-off: where programs
// play. Other games have so many that the averaged individual needs no check, and a league
// would breed an exploiter for it.
func playsOff(c *configs.Config, e *league.Evaluator) bool {
	return e.Game.Slow() && !optimises(c) && e.Exploiters.Share == 0
}

// playoff ends a run of package evolve, of which all are the generations; its budget is a share of the games so far.
func (s *search) playoff(ctx context.Context, all []*evolve.Generation, games int64, last *evolve.Generation) (evolve.Result, error) {
	price := max(1, s.e.GenerationGames()/int64(s.Evolve.Population))
	t := optimiser.Task{Schema: s.e.Schema, Evaluator: s.e, Budget: optimiser.BudgetFor(games) - games}
	return optimiser.Playoff(ctx, t, s.finals(all), price, optimiser.Record{Past: []*evolve.Generation{last}, Recorder: s.recorder})
}

// finals returns the genomes of the play-off, the last champion first.
func (s *search) finals(all []*evolve.Generation) []genome.Vector {
	var champions []genome.Vector
	var seen []evolve.Individual
	for _, g := range all {
		champions, seen = append(champions, g.Champion.Genes), append(seen, g.Individuals...)
	}
	out, simpler := optimiser.Finals(s.e.Schema, champions), simplify(s.e.Game.Schema, s.e.Arena.Info())
	if s.past.Rows == nil || simpler == nil {
		return out
	}
	v := simpler(out[0], seen)
	if v != nil && !slices.ContainsFunc(out, func(o genome.Vector) bool { return slices.Equal(o, v) }) {
		out = append(out, v)
	}
	return out
}

// dropPlayoff returns the last generation of a run that is no measurement of a play-off, and drops
// those after it: the run plays it anew when it has ended, which costs no games, since the
// store has those of programs.
func dropPlayoff(c *configs.Config, s *lineage.Store, rows *lineage.Run, last *evolve.State) (*evolve.State, error) {
	if last == nil || last.Algorithm != "" || optimises(c) {
		return last, nil
	}
	for last.Algorithm == "" {
		var err error
		if last, err = s.Generation(rows.Name, last.Number-1); err != nil {
			return nil, err
		}
	}
	return last, rows.Forget(last.Number + 1)
}

// simplify returns what puts parameters back to their defaults whose change doesn't pay by the model of all games: the
// worst first, and the model is asked again after each, since parameters interact.
func simplify(s *genome.Schema, info engine.Info) optimiser.Simplify {
	if len(s.Genes) > report.Single {
		return nil
	}
	return func(best genome.Vector, all []evolve.Individual) genome.Vector {
		var seen []surrogate.Observation
		for _, x := range all {
			seen = append(seen, report.Observation(s, x, info))
		}
		if len(seen) == 0 {
			return nil
		}
		m, out, changed := surrogate.Fit(seen, len(s.Genes)), best.Clone(), false
		for {
			now, _ := m.Share(s.Point(out))
			worst, most := -1, now
			for i, d := range s.Default() {
				if out[i] == d {
					continue
				}
				without := out.Clone()
				without[i] = d
				if share, _ := m.Share(s.Point(without)); share >= most {
					worst, most = i, share
				}
			}
			if worst < 0 {
				break
			}
			out[worst], changed = s.Default()[worst], true
		}
		if !changed {
			return nil
		}
		return out
	}
}
