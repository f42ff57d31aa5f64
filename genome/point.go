package genome

import (
	"cmp"
	"math"
	"slices"
)

// Point returns where v lies in units of its genes' ranges: 0 at a lower bound, 1
// at an upper one.
func (s *Schema) Point(v Vector) []float64 {
	out := make([]float64, len(v))
	for i, g := range s.Genes {
		out[i] = (v[i] - g.Min) / (g.Max - g.Min)
	}
	return out
}

// Express returns the genome that a point stands for, which may lie anywhere: a
// coordinate beyond a bound is reflected at the bound. A search with
// points never learns of the bounds, so these do not squeeze a distribution.
func (s *Schema) Express(point []float64) Vector {
	out := make(Vector, len(point))
	for i, g := range s.Genes {
		out[i] = clamp(g.Min+float64(reflect(point[i], 0, 1)*(g.Max-g.Min)), g.Min, g.Max)
	}
	return out
}

// Move is how far the genes of a group moved.
type Move struct {
	Group string  `json:"group"`
	Step  float64 `json:"step"` // root mean square of the changes, in shares of the genes' ranges
}

// Moves returns the groups in which two genomes differ, those that differ most first.
func (s *Schema) Moves(from, to Vector) []Move {
	squares, genes := map[string]float64{}, map[string]float64{}
	for i, g := range s.Genes {
		d := (to[i] - from[i]) / (g.Max - g.Min)
		squares[g.Group] += float64(d * d)
		genes[g.Group]++
	}
	var out []Move
	for _, group := range s.Groups() {
		if squares[group] > 0 {
			out = append(out, Move{group, math.Sqrt(squares[group] / genes[group])})
		}
	}
	slices.SortStableFunc(out, func(a, b Move) int { return cmp.Compare(b.Step, a.Step) })
	return out
}
