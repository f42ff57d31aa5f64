package genome

import (
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
)

// Mutate moves a point by normal steps, sd of each gene being the standard deviation. The
// point ends on numbers that fit into 32 bits, as a store keeps them.
func Mutate(point, sd []float64, rng *rand.Rand) {
	for i := range point {
		point[i] = Single(point[i] + float64(Single(sd[i])*roll.Normal(rng)))
	}
}

// Single rounds to 32 bits.
func Single(x float64) float64 { return float64(float32(x)) }

// Vary returns v with every gene moved by a normal step; step is the standard deviation as a
// share of the gene's range. A move across a bound is reflected back inside.
func (s *Schema) Vary(v Vector, step float64, rng *rand.Rand) Vector {
	out := v.Clone()
	for i, g := range s.Genes {
		rng.Float64() // it once chose the genes to move; varied opponents depend on it
		by := step * roll.Normal(rng)
		out[i] = reflect(v[i]+float64(by*(g.Max-g.Min)), g.Min, g.Max)
	}
	return out
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
