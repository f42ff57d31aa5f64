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
	result, ended, err = s.breed(ctx, within)
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

// breed breeds until the search ends, and plays off.
func (s *search) breed(ctx, within context.Context) (result evolve.Result, ended string, err error) {
	off := playsOff(s.e)
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
	early, rest := result.Early, playoffGames(games)
	if s.split.capped && (spent{endGames}) == context.Cause(within) {
		rest = s.split.total() - games
	}
	result, err = evolve.PlayOff(ctx, s.e.Schema, s.e, s.recorder, &result.Last, s.finals(all), rest)
	result.Early = early
	return result, ended, err
}

// playsOff reports whether a run ends with a play-off: where programs play. Other games have so many
// that the champion needs no check, and a league would breed an exploiter for it.
func playsOff(e *league.Evaluator) bool { return e.Game.Slow() && e.Exploiters.Share == 0 }

// finals returns the genomes of the play-off: those of [evolve.Finals], and the champion without the changes that don't
// pay by a model of all games.
func (s *search) finals(all []*evolve.Generation) []evolve.Individual {
	out, last := evolve.Finals(s.e.Schema, s.Evolve, all), all[len(all)-1]
	if s.past.Rows == nil {
		return out
	}
	v := simplified(s.e.Game.Schema, s.e.Arena.Info(), last.Champion.Genes, all)
	if v != nil && !slices.ContainsFunc(out, func(o evolve.Individual) bool { return slices.Equal(o.Genes, v) }) {
		out = append(out, evolve.Individual{Operator: evolve.OpReset, Parents: []string{last.Champion.ID}, Genes: v})
	}
	return out
}

// simplified puts parameters of a genome back to their defaults whose change doesn't pay by the model of all games of
// a run: the worst first, and the model is asked again after each, since parameters interact. It returns nil where
// every change pays, and of long genomes.
func simplified(s *genome.Schema, info engine.Info, best genome.Vector, run []*evolve.Generation) genome.Vector {
	if len(s.Genes) > report.Single {
		return nil
	}
	var seen []surrogate.Observation
	for _, g := range run {
		for _, ind := range g.Individuals {
			seen = append(seen, report.Observation(s, ind, info))
		}
	}
	m, out := surrogate.Fit(seen, len(s.Genes)), best.Clone()
	for {
		now := m.Share(s.Point(out))
		worst, most := -1, now
		for i, d := range s.Default() {
			if out[i] == d {
				continue
			}
			without := out.Clone()
			without[i] = d
			if share := m.Share(s.Point(without)); share >= most {
				worst, most = i, share
			}
		}
		if worst < 0 {
			break
		}
		out[worst] = s.Default()[worst]
	}
	if slices.Equal(out, best) {
		return nil
	}
	return out
}

// dropPlayoff returns the last generation of a run that is no measurement of a play-off, and drops
// those after it: the run plays it anew when it has ended, which costs no games, since the
// store has those of programs.
func dropPlayoff(s *lineage.Store, rows *lineage.Run, last *evolve.State) (*evolve.State, error) {
	if last == nil || !last.PlayOff() {
		return last, nil
	}
	for last.PlayOff() {
		var err error
		if last, err = s.Generation(rows.Name, last.Number-1); err != nil {
			return nil, err
		}
	}
	return last, rows.Forget(last.Number + 1)
}
