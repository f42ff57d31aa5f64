package main

import (
	"fmt"

	"github.com/c-bata/goptuna/cmaes"

	"bloodline/engine/roll"
)

// searchFullCMA is CMA-ES as goptuna has it, with one matrix of all genes, from the defaults. For each
// genome that it draws it multiplies two square matrices: one millisecond for 48 genes, twenty for 150,
// a tenth of a second for 277.
func searchFullCMA(m *meter) ([]*candidate, error) {
	o, err := cmaes.NewOptimizer(m.schema.Point(m.schema.Default()), startSD,
		cmaes.OptimizerOptionSeed(int64(roll.Mix(m.seed, domain, 0))),
		cmaes.OptimizerOptionPopulationSize(m.batch))
	if err != nil {
		return nil, fmt.Errorf("set up goptuna for %d genes: %w", len(m.schema.Genes), err)
	}
	return climb(m, full{o})
}

// full is the distribution of goptuna's CMA-ES.
type full struct{ *cmaes.Optimizer }

// Tell passes ranks as values: CMA-ES uses nothing else, and ranks have no ties.
func (f full) Tell(points [][]float64) error {
	solutions := make([]*cmaes.Solution, len(points))
	for rank, x := range points {
		solutions[rank] = &cmaes.Solution{Params: x, Value: float64(rank)}
	}
	return f.Optimizer.Tell(solutions)
}
