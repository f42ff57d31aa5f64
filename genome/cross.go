package genome

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
