package run

import (
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
)

// mostModelled is the most parameters whose changes are judged by a model.
const mostModelled = 40

// simplify returns what puts parameters back to their defaults whose change doesn't pay by the model of all games: the
// worst first, and the model is asked again after each, since parameters interact.
func simplify(s *genome.Schema, info engine.Info) optimiser.Simplify {
	if len(s.Genes) > mostModelled {
		return nil
	}
	return func(best genome.Vector, all []evolve.Individual) genome.Vector {
		var seen []surrogate.Observation
		for _, x := range all {
			share := max(0, min(1, (x.Fitness.Mean-info.Min)/(info.Max-info.Min)))
			seen = append(seen, surrogate.Observation{Point: s.Point(x.Genes), Share: share, Games: x.Fitness.Games})
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
