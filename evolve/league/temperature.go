package league

import (
	"context"

	"bloodline/arena"
	"bloodline/genome"
)

// Tuned is the temperature of a run whose champion is handed in at the best one of
// [temperatures].
const Tuned = 0

// temperatures are tried, from the one that genomes are bred at to sharper ones. A plateau
// begins at a half or below: see docs/experiments.md.
var temperatures = []float64{1, 0.7, 0.5, 0.35, 0.25}

// Temperature returns the temperature of play of the run's champion: the setting, or the
// one at which the champion has most against strangers, or against its field in a game
// without any. The deals are those of a stage of their own.
func (e *Evaluator) Temperature(ctx context.Context, v genome.Vector) (float64, error) {
	if t := e.Settings.Temperature; t != Tuned {
		return t, nil
	}
	field := fixed(e.Field)
	if e.Game.Strangers != nil {
		field = e.family()
	}
	got, err := e.atTemperatures(ctx, v, temperatures, e.against(arena.StageTemperature, field, e.Settings.Evidence.Deals, []genome.Vector{v}), 0)
	if err != nil {
		return 0, err
	}
	best := 0
	for i := range got {
		if got[i].Total.Mean > got[best].Total.Mean {
			best = i
		}
	}
	return temperatures[best], nil
}
