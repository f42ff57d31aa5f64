package optimiser

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// sigma is the first standard deviation of a search, as a share of a gene's range.
const sigma = 0.15

// reserve is the share of the budget for the playoff of a search.
const reserve = 0.1

// Searching returns how many games of a budget are for searching, the others for the
// playoff.
func Searching(budget int64) int64 { return int64((1 - reserve) * float64(budget)) }

// Whole returns the least budget of which so many games are for searching.
func Whole(searching int64) int64 {
	budget := int64(float64(searching) / (1 - reserve))
	for Searching(budget) < searching {
		budget++
	}
	return budget
}

// distribution is a search that draws points around a mean and moves it. Points
// are genomes in units of their genes' ranges, not bounded: see genome.Schema.Express.
type distribution interface {
	ask() ([]float64, error)

	// tell gets the points that were drawn since the last call, best first.
	tell(points [][]float64) error
}

// search lets a distribution learn until only the reserve is left. The mean of a
// noisy search is better than any point of it, and the mean of many late means
// better still: those, some earlier means, the best points of the last generation
// and the defaults are the candidates of the playoff.
func search(ctx context.Context, t Task, population int, d distribution) (genome.Vector, int64, error) {
	s := t.Schema
	m, err := newMeter(ctx, s, t.Evaluator, t.Budget, population)
	if err != nil {
		return nil, 0, err
	}
	means := [][]float64{s.Point(s.Default())}
	weights := recombination(population)
	var last []point
	for m.affords(1-reserve) >= population {
		if last, err = m.generation(d, population); err != nil {
			return nil, m.spent, err
		}
		ranked := make([][]float64, population)
		for i, p := range last {
			ranked[i] = p.x
		}
		means = append(means, weighted(weights, ranked))
		m.best = s.Express(means[len(means)-1])
		if err := d.tell(ranked); err != nil {
			return nil, m.spent, fmt.Errorf("generation %d: %w", len(means)-1, err)
		}
	}
	finals := []*candidate{}
	for _, x := range promising(means) {
		finals = append(finals, &candidate{genes: s.Express(x)})
	}
	for _, p := range last[:min(len(last), 2)] {
		finals = append(finals, &candidate{genes: p.genes})
	}
	best, err := m.playoff(finals)
	return best, m.spent, err
}

// point is a draw of a distribution and the genome that it stands for.
type point struct {
	x []float64
	*candidate
}

// generation draws and measures a population on deals of its own, best first.
func (m *meter) generation(d distribution, population int) ([]point, error) {
	ps := make([]point, population)
	cs := make([]*candidate, population)
	for i := range ps {
		x, err := d.ask()
		if err != nil {
			return nil, fmt.Errorf("draw: %w", err)
		}
		if !genome.Finite(x...) {
			return nil, errors.New("draw: the distribution has degenerated")
		}
		cs[i] = &candidate{genes: m.schema.Express(x)}
		ps[i] = point{x, cs[i]}
	}
	if err := m.measure(m.deals, cs); err != nil {
		return nil, err
	}
	slices.SortStableFunc(ps, func(a, b point) int {
		switch {
		case a.mean > b.mean:
			return -1
		case a.mean < b.mean:
			return 1
		}
		return 0
	})
	return ps, nil
}

// promising returns points that a playoff should look at: the first mean, that is
// the defaults, the last one, some between, and the means of the last means.
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
	w := make([]float64, len(points))
	for i := range w {
		w[i] = 1 / float64(len(points))
	}
	return weighted(w, points)
}

// recombination returns the weights of the better half of n points, best first, as
// CMA-ES has them by default; their sum is 1 (Hansen, The CMA Evolution Strategy: A
// Tutorial, arXiv:1604.00772, equation 49).
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
