package genome

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
)

// Mutate moves a point by normal steps, sd of each gene being the standard deviation. A word becomes another one with a
// probability of sd, and of at least one word in a genome, so that none is lost for good once a search has narrowed.
func (s *Schema) Mutate(point, sd []float64, rng *rand.Rand) {
	least := min(0.5, 1/float64(len(point)))
	for i := range point {
		g := &s.Genes[i]
		if g.Words == 0 {
			point[i] += float64(sd[i] * roll.Normal(rng))
		} else if rng.Float64() < max(least, sd[i]) {
			point[i] = shareOf(g, otherWord(g, valueAt(g, point[i]), rng))
		}
	}
}

// otherWord draws evenly from the words of a gene but that of x.
func otherWord(g *gene.Gene, x float64, rng *rand.Rand) float64 {
	other := float64(rng.IntN(g.Words - 1))
	if other >= g.Nearest(x) {
		other++
	}
	return other
}

// Vary returns v with every gene moved by a normal step; step is the standard deviation as a share of the gene's range,
// and the probability of another word. A move across a bound is reflected back inside.
func (s *Schema) Vary(v Vector, step float64, rng *rand.Rand) Vector {
	out := v.Clone()
	for i := range s.Genes {
		g := &s.Genes[i]
		chance := rng.Float64() // drawn for numbers, too: it once chose the genes to move, and varied opponents depend on it
		by := step * roll.Normal(rng)
		if g.Words == 0 {
			out[i] = reflect(v[i]+float64(by*(g.Max-g.Min)), g.Min, g.Max)
		} else if chance < step {
			out[i] = otherWord(g, v[i], rng)
		}
	}
	return s.Repair(out)
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

// Recombine returns the point of a child of two parents: each group of genes lies at a random place on the way between
// them (intermediate recombination, Mühlenbein, Schlierkamp-Voosen 1993, by groups), words at the nearer one.
func (s *Schema) Recombine(a, b Vector, rng *rand.Rand) []float64 {
	x := s.Point(a)
	share, group := 0.0, ""
	for i, y := range s.Point(b) {
		if at := s.Genes[i].Group; i == 0 || at != group {
			share, group = rng.Float64(), at
		}
		x[i] = s.Genes[i].Between(x[i], y, share)
	}
	return x
}

// Mean returns the mean of genomes or points, of which there must be one, with the most frequent of their words. The
// mean of many good genomes is better than each of them under noise: what selection did not agree on cancels out.
func Mean[V ~[]float64](s *Schema, vs []V) V {
	out := make(V, len(s.Genes))
	for i, g := range s.Genes {
		if g.Words > 0 {
			out[i] = mostFrequent(vs, i)
			continue
		}
		for _, v := range vs {
			out[i] += v[i] / float64(len(vs))
		}
	}
	return out
}

// mostFrequent returns the most frequent value of a gene, the first of several.
func mostFrequent[V ~[]float64](vs []V, gene int) float64 {
	count := map[float64]int{}
	for _, v := range vs {
		count[v[gene]]++
	}
	return slices.MaxFunc(vs, func(a, b V) int { return cmp.Compare(count[a[gene]], count[b[gene]]) })[gene]
}

// Point returns where v lies in units of its genes' ranges: 0 at a lower bound, 1 at an upper one.
func (s *Schema) Point(v Vector) []float64 {
	return s.vector(func(i int, g *gene.Gene) float64 { return shareOf(g, v[i]) })
}

// AtPoint returns the genome of a point, whose coordinates are shares of the genes' ranges. Coordinates outside of [0,
// 1] are reflected, so a search in points needs no bounds and its distribution is not squeezed at them.
func (s *Schema) AtPoint(point []float64) Vector {
	return s.Repair(s.vector(func(i int, g *gene.Gene) float64 { return valueAt(g, reflect(point[i], 0, 1)) }))
}

func shareOf(g *gene.Gene, x float64) float64 { return (x - g.Min) / (g.Max - g.Min) }

func valueAt(g *gene.Gene, share float64) float64 {
	return clamp(g.Min+float64(share*(g.Max-g.Min)), g.Min, g.Max)
}

// Steps returns v as whole steps on a grid of 2^halvings steps a range, the coarsest grid on which [Schema.AtSteps]
// gives exactly v again. ok is false if there is none of up to 2^40 steps.
func (s *Schema) Steps(v Vector) (steps []int64, halvings int, ok bool) {
	const mostHalvings = 40
	grid, shares := 1.0, s.Point(v)
	for i, share := range shares {
		for valueAt(&s.Genes[i], math.RoundToEven(share*grid)/grid) != v[i] {
			if halvings == mostHalvings {
				return nil, 0, false
			}
			halvings++
			grid *= 2
		}
	}
	steps = make([]int64, len(v))
	for i, share := range shares {
		steps[i] = int64(math.RoundToEven(share * grid))
	}
	return steps, halvings, true
}

// AtSteps returns the genome of which each gene is some steps of a range's 2^halvings above its lower bound.
func (s *Schema) AtSteps(steps []int64, halvings int) Vector {
	grid := math.Ldexp(1, halvings)
	return s.vector(func(i int, g *gene.Gene) float64 { return valueAt(g, float64(steps[i])/grid) })
}

// Move is the distance that the genes of a group moved.
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
