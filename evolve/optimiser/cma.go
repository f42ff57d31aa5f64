package optimiser

import (
	"context"
	"fmt"

	"github.com/c-bata/goptuna/cmaes"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// CMA is CMA-ES as goptuna has it, from the defaults.
type CMA struct {
	Population int     // at least 4
	Sigma      float64 // first standard deviation, as a share of the ranges; above 0
}

// Name is "cma-full".
func (CMA) Name() string { return "cma-full" }

// Breed searches; see [Arm].
func (c CMA) Breed(ctx context.Context, schema *genome.Schema, seed uint64, evaluator evolve.Evaluator, budget int64) (genome.Vector, int64, error) {
	o, err := cmaes.NewOptimizer(schema.Point(schema.Default()), c.Sigma,
		cmaes.OptimizerOptionSeed(int64(roll.Mix(seed, domain, 0))),
		cmaes.OptimizerOptionPopulationSize(c.Population))
	if err != nil {
		return nil, 0, fmt.Errorf("set up goptuna for %d genes: %w", len(schema.Genes), err)
	}
	return search(ctx, Task{Schema: schema, Evaluator: evaluator, Budget: budget}, c.Population, full{o})
}

// full is the distribution of goptuna's CMA-ES.
type full struct{ *cmaes.Optimizer }

func (f full) ask() ([]float64, error) { return f.Ask() }

// tell passes ranks as values: CMA-ES uses nothing else, and ranks have no ties.
func (f full) tell(points [][]float64) error {
	solutions := make([]*cmaes.Solution, len(points))
	for rank, x := range points {
		solutions[rank] = &cmaes.Solution{Params: x, Value: float64(rank)}
	}
	return f.Tell(solutions)
}
