package genome

import "math/rand/v2"

// CrossPool returns a child with each gene from one of the parents, evenly. With
// many parents it keeps the good values of a whole population and breaks their
// chance companions apart. There must be a parent; parents are left alone.
func (s *Schema) CrossPool(parents []Vector, rng *rand.Rand) Vector {
	from := make([]int, len(s.Genes))
	for i := range from {
		from[i] = rng.IntN(len(parents))
	}
	return gather(parents, from)
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

// Toward returns the point that lies the given share of the way from a to b; beyond a
// bound a gene is reflected.
func (s *Schema) Toward(a, b Vector, share float64) Vector {
	out := make(Vector, len(a))
	for i, g := range s.Genes {
		out[i] = reflect(a[i]+float64(share*(b[i]-a[i])), g.Min, g.Max)
	}
	return out
}

// gather takes gene i from parents[from[i]].
func gather(parents []Vector, from []int) Vector {
	out := make(Vector, len(from))
	for i, p := range from {
		out[i] = parents[p][i]
	}
	return out
}
