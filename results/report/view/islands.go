package view

import (
	"fmt"
	"slices"

	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/results/report"
)

// Island is one of several search distributions of a run, which are bred apart.
type Island struct {
	Number      int       `json:"number"`
	Generations []int     `json:"generations"` // in which it was bred
	Means       []float64 `json:"means"`       // of the fitness measured in each of them
	Games       int64     `json:"games"`
	End         string    `json:"end"` // what became of it
}

// islands returns the islands of a run by number, none of a run with a single distribution.
func islands(s Source, run string, trace []store.GenerationSummary, scale func(float64) string) (out []Island, err error) {
	leader := 1
	for k, g := range trace {
		switch {
		case g.Algorithm == evolve.AlgorithmCrossing:
			for i := range out {
				if out[i].End == "" && out[i].Number != leader {
					out[i].End = fmt.Sprintf("crossed in generation %d", g.Number)
				}
			}
		case g.Island > 0:
			if g.Island > len(out) {
				out = append(out, Island{Number: g.Island})
			}
			x := &out[g.Island-1]
			x.Generations, x.Means, x.Games = append(x.Generations, g.Number), append(x.Means, g.Mean), x.Games+g.Games
		case k > 0 && trace[k-1].Island > 0: // the leader, the two newest
			compared, err := s.Generation(run, g.Number)
			if err != nil {
				return nil, err
			}
			numbers := []int{leader, len(out) - 1, len(out)}
			best := slices.IndexFunc(compared.Individuals, func(ind evolve.Individual) bool { return ind.ID == g.Champion.ID })
			for i, n := range numbers {
				if i != best {
					behind := compared.Individuals[best].Fitness.Mean - compared.Individuals[i].Fitness.Mean
					out[n-1].End = fmt.Sprintf("given up in generation %d, %s behind island %d in %s games", g.Number, scale(behind), numbers[best],
						report.Count(compared.Individuals[i].Fitness.Games))
				}
			}
			leader = numbers[best]
		}
	}
	if len(out) < 2 {
		return nil, nil
	}
	for i := range out {
		if out[i].Number == leader {
			out[i].End = "leads"
		} else if out[i].End == "" {
			out[i].End = "is bred"
		}
	}
	return out, nil
}
