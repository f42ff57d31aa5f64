package optimiser

import (
	"fmt"

	"github.com/c-bata/goptuna/cmaes"

	"bloodline/engine/roll"
)

// CMA is CMA-ES as goptuna has it, from the defaults.
type CMA struct {
	Population int     // at least 4
	Sigma      float64 // first standard deviation, as a share of the ranges; above 0
}

// Name is "cma-full".
func (CMA) Name() string { return "cma-full" }

func (c CMA) size() int { return c.Population }

func (c CMA) search(m *meter) ([]*candidate, error) {
	o, err := cmaes.NewOptimizer(m.Schema.Point(m.Schema.Default()), c.Sigma,
		cmaes.OptimizerOptionSeed(int64(roll.Mix(m.Seed, domain, 0))),
		cmaes.OptimizerOptionPopulationSize(c.Population))
	if err != nil {
		return nil, fmt.Errorf("set up goptuna for %d genes: %w", len(m.Schema.Genes), err)
	}
	return climb(m, full{o})
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
