package run

import (
	"bloodline/engine"
	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/evolve/surrogate"
	"bloodline/genome"
	"bloodline/results/report"
)

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
