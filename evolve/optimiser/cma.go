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

	// Grouped runs an optimiser of its own within each run of gene groups that has
	// ten genes or more, all fed by the same games: the matrix is block-diagonal, is
	// learned much faster, and takes hardly any time. What genes of different blocks
	// have to do with each other is not learned.
	Grouped bool
}

// blockSize is the least number of genes of a block. goptuna's learning rates
// break down with a few genes and a large population.
const blockSize = 10

// Name is "cma-full" or "cma-group".
func (c CMA) Name() string {
	if c.Grouped {
		return "cma-group"
	}
	return "cma-full"
}

// Breed searches; see [Arm].
func (c CMA) Breed(ctx context.Context, schema *genome.Schema, seed uint64, evaluator evolve.Evaluator, budget int64) (genome.Vector, int64, error) {
	start := schema.Point(schema.Default())
	var d blocks
	begin := 0
	for _, end := range c.ends(schema) {
		o, err := cmaes.NewOptimizer(start[begin:end:end], c.Sigma,
			cmaes.OptimizerOptionSeed(int64(roll.Mix(seed, domain, uint64(begin)))),
			cmaes.OptimizerOptionPopulationSize(c.Population))
		if err != nil {
			return nil, 0, fmt.Errorf("set up goptuna for %d genes: %w", end-begin, err)
		}
		d, begin = append(d, block{o, end}), end
	}
	return search(ctx, Task{Schema: schema, Evaluator: evaluator, Budget: budget}, c.Population, d)
}

// ends returns where blocks of genes end.
func (c CMA) ends(s *genome.Schema) []int {
	n := len(s.Genes)
	if !c.Grouped {
		return []int{n}
	}
	var out []int
	begin := 0
	for i := 1; i < n; i++ {
		if s.Genes[i].Group != s.Genes[i-1].Group && i-begin >= blockSize && n-i >= blockSize {
			out, begin = append(out, i), i
		}
	}
	return append(out, n)
}

// block is the optimiser of the genes from the end of the block before it.
type block struct {
	*cmaes.Optimizer
	end int
}

type blocks []block

func (bs blocks) ask() ([]float64, error) {
	var x []float64
	for _, b := range bs {
		part, err := b.Ask()
		if err != nil {
			return nil, err
		}
		x = append(x, part...)
	}
	return x, nil
}

// tell hands on ranks for values: CMA-ES uses nothing else, and ranks have no ties.
func (bs blocks) tell(points [][]float64) error {
	begin := 0
	for _, b := range bs {
		told := make([]*cmaes.Solution, len(points))
		for rank, x := range points {
			told[rank] = &cmaes.Solution{Params: x[begin:b.end], Value: float64(rank)}
		}
		if err := b.Tell(told); err != nil {
			return err
		}
		begin = b.end
	}
	return nil
}
