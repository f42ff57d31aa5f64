package genome

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/genome/gene"
)

func plain(n int) *Schema {
	s := &Schema{Game: "toy", Version: 1}
	for i := range n {
		s.Genes = append(s.Genes, gene.Gene{Name: string(rune('a' + i)), Group: string(rune('A' + i/2)), Unit: "u", Min: -1, Max: 3, Doc: "d"})
	}
	return s
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// chi returns the chi-square statistic of counts against expected shares.
func chi(counts []int, shares []float64) float64 {
	total := 0
	for _, c := range counts {
		total += c
	}
	sum := 0.0
	for i, c := range counts {
		want := shares[i] * float64(total)
		sum += (float64(c) - want) * (float64(c) - want) / want
	}
	return sum
}

// chi999 are the 0.999 quantiles of chi-square for 1 to 9 degrees of freedom,
// from the usual printed table.
var chi999 = []float64{0, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46, 24.32, 26.12, 27.88}

func even(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1 / float64(n)
	}
	return out
}

// The steps are normal with the step as their deviation.
func TestSchema_Vary_normal(t *testing.T) {
	s, rng := plain(6), newRand(1)
	quartile := 0.6744897501960817 // of the standard normal distribution
	counts := make([]int, 4)
	for range 5000 {
		for _, x := range s.Vary(Vector{1, 1, 1, 1, 1, 1}, 0.05, rng) { // ten deviations from the bounds
			by := (x - 1) / 4
			counts[slices.IndexFunc([]bool{by < -0.05*quartile, by < 0, by < 0.05*quartile, true}, func(b bool) bool { return b })]++
		}
	}
	if x := chi(counts, even(4)); x > chi999[3] {
		t.Errorf("moves by quarter of the normal distribution: %v, chi-square %.1f", counts, x)
	}
}

// Vary moves every gene, stays in range and leaves its parent alone.
func TestSchema_Vary(t *testing.T) {
	s, rng := plain(6), newRand(3)
	for _, step := range []float64{0.1, 1, 5} {
		v := s.Random(rng)
		v[0] = 0
		for range 2000 {
			keep := v.Clone()
			child := s.Vary(v, step, rng)
			if !slices.Equal(keep, v) {
				t.Fatalf("step %v: the parent is %v (was %v)", step, v, keep)
			}
			for i := range v {
				if child[i] == v[i] {
					t.Fatalf("step %v: gene %d of %v stays", step, i, v)
				}
			}
			if err := s.Check(child); err != nil {
				t.Fatalf("step %v: %v", step, err)
			}
			v = child
		}
	}
}

// A child lies between its parents, all genes of a group at the same share of the way.
func TestSchema_Between(t *testing.T) {
	s, rng := plain(6), newRand(5)
	for range 1000 {
		a, b := s.Random(rng), s.Random(rng)
		from, to := s.Point(a), s.Point(b)
		x := s.Recombine(a, b, rng)
		for i := 0; i < len(x); i += 2 { // pairs are groups
			first, second := (x[i]-from[i])/(to[i]-from[i]), (x[i+1]-from[i+1])/(to[i+1]-from[i+1])
			if first < -1e-9 || first > 1+1e-9 || math.Abs(first-second) > 1e-6 {
				t.Fatalf("shares %v and %v of the way from %v to %v", first, second, a, b)
			}
		}
	}
}

func TestDeeds(t *testing.T) {
	s := plain(4)
	a, b := Vector{0, 0, 0, 0}, Vector{1, 2, 3, -1}
	for _, tt := range []struct {
		name string
		got  Vector
		want Vector
	}{
		{"mean", s.Mean([]Vector{a, b, b, a}), Vector{0.5, 1, 1.5, -0.5}},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if !slices.Equal(a, Vector{0, 0, 0, 0}) || !slices.Equal(b, Vector{1, 2, 3, -1}) {
		t.Errorf("parents changed: %v %v", a, b)
	}
}
