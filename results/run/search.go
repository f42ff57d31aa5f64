package run

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/evolve/store"
	"bloodline/internal/setting"
)

// The keys that end a run before its last generation.
const endGames, endTime, endUntil = "budget.max_games", "budget.max_time", "budget.until"

type budgetSpent struct{ key string }

func (s budgetSpent) Error() string { return s.key + " is used up" }

// Past is the earlier part of a resumed run. The zero value begins a run.
type Past struct {
	Last  *evolve.Generation // its last generation
	Games int64              // that it has played against its budget
	Rows  *store.Recorder    // the run in the store; nil keeps nothing
	Began time.Time          // when its time began; zero: now
}

// Evolve breeds by the settings until their last generation or their budget ends the search, and plays off where
// programs play. Where time ends it, the result is that of the last generation that was finished.
func Evolve(ctx context.Context, c *configs.Config, e *measure.Evaluator, recorder evolve.Recorder, past Past) (out Finished, err error) {
	split, err := e.Split()
	if err != nil {
		return out, err
	}
	within, end := context.WithCancelCause(ctx)
	defer func() {
		end(nil)
		e.Wait()
	}()
	s := &search{Config: c, e: e, split: split, past: past, recorder: recorder, end: func(key string) { end(budgetSpent{key}) }}
	if s.past.Began.IsZero() {
		s.past.Began = time.Now()
	}
	if c.Budget.MaxTime > 0 {
		go s.watchTime(within)
	}
	out, err = s.breed(ctx, within)
	by, spent := errors.AsType[budgetSpent](context.Cause(within))
	if spent && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		err = tooShort(by.key, c)
	}
	return out, err
}

func tooShort(key string, c *configs.Config) error {
	return setting.Usagef("%s: %v is too short for the first generation", key, c.Budget.MaxTime)
}

type search struct {
	*configs.Config
	e        *measure.Evaluator
	split    measure.Split
	past     Past
	recorder evolve.Recorder
	end      func(key string) // ends the search before its last generation
	games    atomic.Int64     // that the finished generations have played; 0 before the first
	figures  atomic.Int64     // games for which the rest of the time is enough
}

// watchTime ends the search when the rest of its time is needed for what follows it.
func (s *search) watchTime(ctx context.Context) {
	figures, begun := s.e.FigureGames(), played(s.e)
	for tick := time.Tick(min(pollInterval, s.Budget.MaxTime)); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		now := played(s.e) - begun
		bred, rest := s.games.Load(), min(figures, now) // at most half of the time
		s.figures.Store(rest)
		if s.split.Playoff+s.split.Step > 0 {
			rest += min(measure.PlayoffGames(bred), measure.MostStep)
		}
		if timeIsUp(s.Budget.MaxTime, time.Since(s.past.Began), now, bred, rest) {
			s.end(endTime)
			return
		}
	}
}

// timeIsUp reports whether a search must end after some time of a limit, since the later games take the rest at the
// rate of those played. bred are those of finished generations: the first is finished as far as the limit allows.
func timeIsUp(limit, spent time.Duration, played, bred, rest int64) bool {
	if bred == 0 || played <= 0 {
		return spent >= limit
	}
	return float64(spent)*(1+float64(rest)/float64(played)) >= float64(limit)
}

func (s *search) breed(ctx, within context.Context) (out Finished, err error) {
	off := s.e.PlaysOff()
	var all []*evolve.Generation // so far, for the play-off
	if off && s.past.Rows != nil {
		if all, err = s.past.Rows.Generations(); err != nil {
			return out, err
		}
	}
	games := s.past.Games
	verdict := func(exploiters, next int64) { // what the next generation leaves of a budget that is kept exactly
		if s.split.Exact {
			s.e.VerdictGames = new(max(0, s.split.Search-s.split.Step-games-exploiters-next))
		}
	}
	verdict(0, s.split.First)
	checkBudget := func(g *evolve.Generation) {
		s.games.Store(games)
		if s.Budget.MaxGames > 0 {
			next, exploiters := s.e.NextGames(g), s.e.ExploiterGames(g.Number+1)
			if !s.split.Allows(games+exploiters, next) {
				s.end(endGames)
			}
			verdict(exploiters, next)
		}
		if s.Budget.Until > 0 && g.Champion.Belief.Mean >= s.Budget.Until {
			s.end(endUntil)
		}
	}
	count := evolve.RecorderFunc(func(g evolve.Generation) error {
		if off {
			all = append(all, &g)
		}
		if games += g.Games; g.Verdict != nil {
			games += g.Verdict.Games
		}
		checkBudget(&g)
		return nil
	})
	if s.past.Last != nil {
		checkBudget(s.past.Last)
	}
	out.Last, err = evolve.Run(within, s.e.Schema, s.e.Breeding(), s.e, s.e, evolve.Recorders{s.recorder, count}, s.past.Last)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) && out.Last != nil {
		by, _ := errors.AsType[budgetSpent](context.Cause(within))
		if out.Ended, err = by.key, nil; by.key == endTime {
			out.figures = s.figures.Load()
		}
	}
	if err != nil {
		return out, err
	}
	rest := s.split.Rest(games, (budgetSpent{endGames}) == context.Cause(within))
	if !off {
		out.stepGames = rest
		return out, nil
	}
	s.e.Begins(rest + s.e.FigureGames())
	out.Last, err = evolve.PlayOff(ctx, s.e.Schema, s.e, s.recorder, out.Last, evolve.Finalists(s.e.Schema, s.Evolve, all), rest)
	return out, err
}

// dropPlayoff drops the generations of a play-off: it is played anew from the store's games, which costs none.
func (r *Run) dropPlayoff() (err error) {
	if r.From == nil || !r.From.PlayOff() {
		return nil
	}
	for r.From.PlayOff() {
		if r.From, err = r.store.Generation(r.Name(), r.From.Number-1); err != nil {
			return err
		}
	}
	return r.Rows.DeleteGenerations(r.From.Number + 1)
}
