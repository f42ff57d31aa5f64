package genome

import (
	"math"
	"math/rand/v2"

	"bloodline/engine/roll"
)

// Mutation says how many genes a mutation moves, and how far.
type Mutation struct {
	Rate float64 // chance of each gene, in (0, 1]; one gene at least is moved
	Step float64 // standard deviation of a move, as a share of the gene's range; above 0
}

// Mutate returns a changed copy of v. Moves are relative to the range of the gene
// and not to its value, so a gene at 0 moves like any other; a move across a
// bound is reflected back inside. It costs a draw per gene and one per move.
func (s *Schema) Mutate(v Vector, m Mutation, rng *rand.Rand) Vector {
	return s.move(v, m.draw(len(v), rng))
}

// draw returns the move of each gene as a share of its range, 0 for a gene that
// stays.
func (m Mutation) draw(n int, rng *rand.Rand) []float64 {
	moves := make([]float64, n)
	moved := false
	for i := range moves {
		if rng.Float64() < m.Rate {
			moves[i], moved = m.Step*roll.Normal(rng), true
		}
	}
	if !moved && n > 0 {
		moves[rng.IntN(n)] = m.Step * roll.Normal(rng)
	}
	return moves
}

// move is the deed of a mutation: gene i goes moves[i] ranges up, and comes back
// from a bound as light from a mirror.
func (s *Schema) move(v Vector, moves []float64) Vector {
	out := v.Clone()
	for i, by := range moves {
		if by != 0 {
			g := s.Genes[i]
			out[i] = reflect(v[i]+float64(by*(g.Max-g.Min)), g.Min, g.Max)
		}
	}
	return out
}

// reflect folds x into [low, high].
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
