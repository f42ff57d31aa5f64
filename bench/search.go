package main

import (
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
	"errors"
	"fmt"
	"slices"

	"github.com/c-bata/goptuna/cmaes"
)

// startSD is the first standard deviation of a search, as a share of a gene's range.
const startSD = 0.15

// distribution is an optimiser that draws points around a mean and moves the mean; see genome.Schema.AtPoint.
type distribution interface {
	Ask() ([]float64, error)

	// Tell gets the points that were drawn since the last call, best first.
	Tell(points [][]float64) error
}

// climb lets a distribution learn until only the play-off's share of the budget is left. In a noisy search the mean is
// better than the single points, and the average of many late means is better still. So the candidates for the play-off
// are such averages, some single means, the two best points of the last generation, and the defaults.
func climb(m *meter, d distribution) ([]*candidate, error) {
	means := [][]float64{m.schema.Point(m.schema.Default())}
	weights := recombination(m.batch)
	var last []*candidate
	for m.canSearch(m.batch) {
		batch, points, err := draw(m, d)
		if err != nil {
			return nil, err
		}
		if !m.measureNew(batch...) {
			break
		}
		last = slices.Clone(batch)
		sortBest(last)
		ranked := make([][]float64, len(last))
		for i, c := range last {
			ranked[i] = points[c]
		}
		means = append(means, weighted(weights, ranked))
		m.best = m.schema.AtPoint(means[len(means)-1])
		if err := d.Tell(ranked); err != nil {
			return nil, fmt.Errorf("generation %d: %w", len(means)-1, err)
		}
	}
	var finals []*candidate
	for _, x := range promising(means) {
		finals = append(finals, &candidate{Genes: m.schema.AtPoint(x)})
	}
	for _, c := range last[:min(len(last), 2)] {
		finals = append(finals, &candidate{Genes: c.Genes})
	}
	return finals, nil
}

// draw draws a batch of candidates and returns the point of each, too.
func draw(m *meter, d distribution) (all []*candidate, points map[*candidate][]float64, err error) {
	points = map[*candidate][]float64{}
	for range m.batch {
		x, err := d.Ask()
		if err != nil {
			return nil, nil, fmt.Errorf("draw: %w", err)
		}
		if !genome.Finite(x...) {
			return nil, nil, errors.New("draw: the distribution has degenerated")
		}
		c := &candidate{Genes: m.schema.AtPoint(x)}
		all, points[c] = append(all, c), x
	}
	return all, points, nil
}

// promising returns the points for a play-off: the first mean (the defaults), the last, some between, and averages.
func promising(means [][]float64) [][]float64 {
	n := len(means)
	out := [][]float64{means[0]}
	if n == 1 {
		return out
	}
	out = append(out, means[n-1])
	for _, tail := range []int{n / 8, n / 4, n / 2} {
		if tail > 1 {
			out = append(out, average(means[n-tail:]), means[n-tail])
		}
	}
	return out
}

func average(points [][]float64) []float64 {
	return weighted(slices.Repeat([]float64{1 / float64(len(points))}, len(points)), points)
}

// recombination returns the weights of the better half of n points, best first, as CMA-ES has them by default; their
// sum is 1 (Hansen, The CMA Evolution Strategy: A Tutorial, arXiv:1604.00772, equation 49).
func recombination(n int) []float64 { return evolve.LogWeights(n/2, float64(n+1)/2) }

// weighted returns the sum of the first points times their weights.
func weighted(weights []float64, points [][]float64) []float64 {
	out := make([]float64, len(points[0]))
	for k, w := range weights {
		for i, x := range points[k] {
			out[i] += w * x
		}
	}
	return out
}

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
