package genome

import "math/rand/v2"

// Every crossover is one-way: it returns one child and leaves its parents alone.
// Each is a draw, which uses the generator, and a deed, which does not.

// CrossUniform returns a child with each gene from a or b, evenly.
func (s *Schema) CrossUniform(a, b Vector, rng *rand.Rand) Vector {
	return crossoverAt(a, b, coins(len(a), rng))
}

// CrossGroups returns a child with each group of genes whole from a or b, evenly,
// so that genes which work together stay together.
func (s *Schema) CrossGroups(a, b Vector, rng *rand.Rand) Vector {
	groups := s.Groups()
	heads := coins(len(groups), rng)
	side := make(map[string]bool, len(groups))
	for i, name := range groups {
		side[name] = heads[i]
	}
	mask := make([]bool, len(a))
	for i, g := range s.Genes {
		mask[i] = side[g.Group]
	}
	return crossoverAt(a, b, mask)
}

// CrossPool returns a child with each gene from one of the parents, evenly. With
// many parents it keeps the good values of a whole population and breaks their
// chance companions apart. There must be a parent.
func (s *Schema) CrossPool(parents []Vector, rng *rand.Rand) Vector {
	from := make([]int, len(s.Genes))
	for i := range from {
		from[i] = rng.IntN(len(parents))
	}
	return gather(parents, from)
}

// CrossBlend is BLX-alpha (Eshelman, Schaffer 1993): each gene is drawn evenly
// from the interval between the parents, lengthened by alpha of itself on both
// sides. alpha is at least 0; beyond a bound the gene is reflected.
func (s *Schema) CrossBlend(a, b Vector, alpha float64, rng *rand.Rand) Vector {
	shares := make([]float64, len(a))
	for i := range shares {
		shares[i] = -alpha + (1+2*alpha)*rng.Float64()
	}
	return s.blendAt(a, b, shares)
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

// Toward returns the point that lies the given share of the way from a to b.
func (s *Schema) Toward(a, b Vector, share float64) Vector {
	shares := make([]float64, len(a))
	for i := range shares {
		shares[i] = share
	}
	return s.blendAt(a, b, shares)
}

func coins(n int, rng *rand.Rand) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = rng.Uint64()&1 == 1
	}
	return out
}

// crossoverAt takes b's gene where the mask is set and a's elsewhere.
func crossoverAt(a, b Vector, mask []bool) Vector {
	out := a.Clone()
	for i, other := range mask {
		if other {
			out[i] = b[i]
		}
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

// blendAt puts gene i shares[i] of the way from a to b.
func (s *Schema) blendAt(a, b Vector, shares []float64) Vector {
	out := make(Vector, len(a))
	for i, share := range shares {
		g := s.Genes[i]
		out[i] = reflect(a[i]+share*(b[i]-a[i]), g.Min, g.Max)
	}
	return out
}
