package run

import (
	"context"
	"slices"

	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/lineage"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
)

// playsOff reports whether a run of package evolve ends with a play-off: where programs
// play. Other games have so many that the averaged individual needs no check, and a league
// would breed an exploiter for it.
func playsOff(c *configs.Config, e *league.Evaluator) bool {
	return e.Game.Slow() && !slices.Contains(evolve.Optimisers(), c.Evolve.Algorithm) && e.Exploiters.Share == 0
}

// playoff ends a run by its play-off, whose budget is a share of the games so far.
func playoff(ctx context.Context, e *league.Evaluator, champions []genome.Vector, games int64, kept optimiser.Record) (evolve.Result, error) {
	price := max(1, e.GenerationGames()/int64(e.Evolve.Population))
	t := optimiser.Task{Schema: e.Schema, Evaluator: e, Budget: optimiser.Whole(games) - games}
	return optimiser.Playoff(ctx, t, optimiser.Finals(e.Schema, champions), price, kept)
}

// bred returns the last generation of a run that is no measurement of a play-off, and drops
// those after it: the run plays it anew when it has ended, which costs no games, since the
// store has those of programs.
func bred(c *configs.Config, s *lineage.Store, rows *lineage.Run, last *evolve.State) (*evolve.State, error) {
	if last == nil || last.Algorithm != "" || slices.Contains(evolve.Optimisers(), c.Evolve.Algorithm) {
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
