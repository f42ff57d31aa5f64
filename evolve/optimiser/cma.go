package optimiser

import (
	"fmt"

	"github.com/c-bata/goptuna/cmaes"

	"bloodline/engine/roll"
)

// searchFullCMA is CMA-ES as goptuna has it, from the defaults.
func searchFullCMA(m *meter) ([]*candidate, error) {
	o, err := cmaes.NewOptimizer(m.Schema.Point(m.Schema.Default()), sigma,
		cmaes.OptimizerOptionSeed(int64(roll.Mix(m.Seed, domain, 0))),
		cmaes.OptimizerOptionPopulationSize(m.batch))
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
