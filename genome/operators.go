package genome

import (
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
)

// Mutate moves a point by normal steps, sd of each gene being the standard deviation.
func Mutate(point, sd []float64, rng *rand.Rand) {
	for i := range point {
		point[i] += float64(sd[i] * roll.Normal(rng))
	}
}

// Vary returns v with every gene moved by a normal step; step is the standard deviation as a
// share of the gene's range. A move across a bound is reflected back inside.
func (s *Schema) Vary(v Vector, step float64, rng *rand.Rand) Vector {
	out := v.Clone()
	for i, g := range s.Genes {
		rng.Float64() // it once chose the genes to move; varied opponents depend on it
		by := step * roll.Normal(rng)
		out[i] = reflect(v[i]+float64(by*(g.Max-g.Min)), g.Min, g.Max)
	}
	return s.repair(out)
}

// reflect folds x into [low, high] as a mirror does.
func reflect(x, low, high float64) float64 {
	if x >= low && x <= high {
		return x
	}
	width := high - low
	at := math.Mod(math.Abs(x-low), 2*width)
	if at > width {
		at = float64(2*width) - at
	}
	return clamp(low+at, low, high)
}

// clamp undoes what rounding does at the bounds.
func clamp(x, low, high float64) float64 { return max(low, min(high, x)) }

// Recombine returns the point of a child of two parents: each group of genes lies at a random
// place of its own on the way from one parent to the other (intermediate recombination,
// Mühlenbein, Schlierkamp-Voosen 1993, by groups).
func (s *Schema) Recombine(a, b Vector, rng *rand.Rand) []float64 {
	x := s.Point(a)
	share, group := 0.0, ""
	for i, y := range s.Point(b) {
		if at := s.Genes[i].Group; i == 0 || at != group {
			share, group = rng.Float64(), at
		}
		x[i] += float64(share * (y - x[i]))
	}
	return x
}

// Mean returns the vector in the middle of vs, of which there must be one. The
// mean of many good genomes is better than each of them under noise: what
// selection did not agree on cancels out.
func (s *Schema) Mean(vs []Vector) Vector {
	out := make(Vector, len(s.Genes))
	for i, g := range s.Genes {
		sum := 0.0
		for _, v := range vs {
			sum += v[i] / float64(len(vs))
		}
		out[i] = clamp(sum, g.Min, g.Max)
	}
	return out
}
