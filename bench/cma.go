package main

import (
	"fmt"

	"github.com/c-bata/goptuna/cmaes"

	"bloodline/engine/roll"
)

// searchFullCMA is goptuna's CMA-ES, with a covariance matrix of all genes, from the defaults. For each genome that it
// draws it multiplies two square matrices: 1 ms for 48 genes, 20 ms for 150, 100 ms for 277.
func searchFullCMA(m *meter) ([]*candidate, error) {
	o, err := cmaes.NewOptimizer(m.schema.Point(m.schema.Default()), startSD,
		cmaes.OptimizerOptionSeed(int64(roll.Mix(m.seed, domain, 0))),
		cmaes.OptimizerOptionPopulationSize(m.batch))
	if err != nil {
		return nil, fmt.Errorf("set up goptuna for %d genes: %w", len(m.schema.Genes), err)
	}
	return climb(m, fullCMA{o})
}

// fullCMA makes a distribution of goptuna's CMA-ES.
type fullCMA struct{ *cmaes.Optimizer }

// Tell passes ranks as values: CMA-ES uses nothing else, and ranks have no ties.
func (f fullCMA) Tell(points [][]float64) error {
	solutions := make([]*cmaes.Solution, len(points))
	for rank, x := range points {
		solutions[rank] = &cmaes.Solution{Params: x, Value: float64(rank)}
	}
	return f.Optimizer.Tell(solutions)
}
