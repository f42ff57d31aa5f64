package optimiser

import (
	"context"
	"slices"

	"bloodline/evolve"
	"bloodline/genome"
)

// Parabola tunes one gene after the other, as ParameterFiddler does: below, at and above
// its value, on the same deals, then to the top of the parabola through the three. It goes
// through all genes Sweeps times, with a step that halves.
type Parabola struct {
	Step   float64 // of the first sweep, as a share of a gene's range
	Sweeps int     // at least 1
}

// Name is "parabola".
func (p Parabola) Name() string { return "parabola" }

// Breed goes through the genes; see [Arm].
func (p Parabola) Breed(ctx context.Context, schema *genome.Schema, _ uint64, evaluator evolve.Evaluator, budget int64) (genome.Vector, int64, error) {
	m, err := newMeter(ctx, schema, evaluator, budget, 3)
	if err != nil {
		return nil, 0, err
	}
	x := schema.Point(schema.Default())
	step := p.Step
	for sweep := range p.Sweeps {
		for i := range x {
			left := (p.Sweeps-sweep)*len(x) - i // genes that are to come
			below, above := slices.Clone(x), slices.Clone(x)
			below[i], above[i] = max(0, x[i]-step), min(1, x[i]+step)
			at := []float64{below[i], x[i], above[i]}
			cs := []*candidate{{genes: schema.Express(below)}, {genes: schema.Express(x)}, {genes: schema.Express(above)}}
			for n := max(1, m.affords(1-lastCheck)/3/left); n > 0 && m.affords(1-lastCheck) >= 3; n-- {
				if err := m.measure(m.deals, cs); err != nil {
					return nil, m.spent, err
				}
				if left == p.Sweeps*len(x) && m.measured == 3 {
					n = max(1, m.affords(1-lastCheck)/3/left) // now there is a price
				}
			}
			x[i] = top(at, []float64{cs[0].mean, cs[1].mean, cs[2].mean})
			m.best = schema.Express(x)
		}
		step /= 2
	}
	best, err := m.playoff([]*candidate{{genes: schema.Default()}, {genes: m.best}})
	return best, m.spent, err
}

// top returns where the parabola through three points is highest between the outer two;
// the best of the points, if it opens upward.
func top(x, y []float64) float64 {
	best := 1
	for i := range y {
		if y[i] > y[best] {
			best = i
		}
	}
	if x[0] == x[1] || x[1] == x[2] {
		return x[best]
	}
	left, right := (y[1]-y[0])/(x[1]-x[0]), (y[2]-y[1])/(x[2]-x[1])
	curve := (right - left) / (x[2] - x[0])
	if curve >= 0 {
		return x[best]
	}
	return min(max((x[0]+x[1])/2-left/(2*curve), x[0]), x[2])
}
