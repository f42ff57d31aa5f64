package genome

import "math/rand/v2"

// Between returns the point of a child of two parents: each group of genes lies at a random
// place of its own on the way from one parent to the other (intermediate recombination,
// Mühlenbein, Schlierkamp-Voosen 1993, by groups).
func (s *Schema) Between(a, b Vector, rng *rand.Rand) []float64 {
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
