package optimiser

import (
	"context"
	"math"
	"math/rand/v2"

	"bloodline/evolve"
	"bloodline/genome"
)

// SPSA is simultaneous perturbation stochastic approximation (Spall 1992): all genes are
// moved at once, up or down by a coin, both ways are measured on the same deals, and the
// difference moves them. It is how fishtest and OpenBench tune engines. The exponents are
// Spall's; the gains are shares of a gene's range.
type SPSA struct {
	Perturbation float64 // of the first step
	Gain         float64 // move of the first step where both ways differ by twice the perturbation
}

const (
	spsaAlpha = 0.602
	spsaGamma = 0.101
)

// Name is "spsa".
func (s SPSA) Name() string { return "spsa" }

// Breed climbs; see [Arm].
func (s SPSA) Breed(ctx context.Context, schema *genome.Schema, seed uint64, evaluator evolve.Evaluator, budget int64) (genome.Vector, int64, error) {
	m, err := newMeter(ctx, schema, evaluator, budget, 2)
	if err != nil {
		return nil, 0, err
	}
	rng := source(seed)
	x := schema.Point(schema.Default())
	stability := 0.0
	for k := 0.0; m.affords(1-lastCheck) >= 2; k++ {
		if k == 1 {
			stability = 0.1 * float64(m.affords(1-lastCheck)/2) // a tenth of the steps, as Spall advises
		}
		c := s.Perturbation / math.Pow(k+1, spsaGamma)
		a := s.Gain * math.Pow((stability+1)/(k+1+stability), spsaAlpha)
		sign := signs(len(x), rng)
		up, down := &candidate{genes: schema.Express(along(x, sign, c))}, &candidate{genes: schema.Express(along(x, sign, -c))}
		if err := m.measure(m.deals, []*candidate{up, down}); err != nil {
			return nil, m.spent, err
		}
		x = along(x, sign, a*(up.mean-down.mean)/(2*c))
		for i := range x {
			x[i] = min(max(x[i], 0), 1)
		}
		m.best = schema.Express(x)
	}
	best, err := m.playoff([]*candidate{{genes: schema.Default()}, {genes: m.best}})
	return best, m.spent, err
}

func signs(n int, rng *rand.Rand) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(2*rng.IntN(2) - 1)
	}
	return out
}

// along goes a way from a point.
func along(x, way []float64, far float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = x[i] + far*way[i]
	}
	return out
}
