package genome

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
// coordinate beyond a bound comes back as light from a mirror. Who searches with
// points never learns of the bounds, so these do not squeeze a distribution.
func (s *Schema) Express(point []float64) Vector {
	out := make(Vector, len(point))
	for i, g := range s.Genes {
		out[i] = clamp(g.Min+reflect(point[i], 0, 1)*(g.Max-g.Min), g.Min, g.Max)
	}
	return out
}
