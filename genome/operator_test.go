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

// chi999 are the 0.999 quantiles of chi-square for 1 to 9 degrees of freedom, from the usual printed table.
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
		{"mean", Mean(s, []Vector{a, b, b, a}), Vector{0.5, 1, 1.5, -0.5}},
	} {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	if !slices.Equal(a, Vector{0, 0, 0, 0}) || !slices.Equal(b, Vector{1, 2, 3, -1}) {
		t.Errorf("parents changed: %v %v", a, b)
	}
}

// worded is a schema of a word and two numbers in a group, and four words in another.
func worded() *Schema {
	s := plain(4)
	for i, words := range map[int]int{0: 3, 3: 4} {
		g := &s.Genes[i]
		g.Words, g.Min, g.Max = words, -0.5, float64(words)-0.5
	}
	return s
}

// Words are drawn evenly. A step takes each other word equally often, however far it is in the list; its deviation is
// the share of genomes that get another one.
func TestSchema_words(t *testing.T) {
	s, rng := worded(), newRand(8)
	const n = 12_000
	drawn, varied, mutated := make([]int, 4), make([]int, 4), make([]int, 4)
	for range n {
		drawn[int(s.Random(rng)[3])]++
		v := s.Vary(Vector{0, 0, 0, 1}, 0.3, rng)
		varied[int(v[3])]++
		point := s.Point(Vector{0, 0, 0, 1})
		s.Mutate(point, []float64{0.1, 0.1, 0.1, 0.3}, rng)
		mutated[int(s.AtPoint(point)[3])]++
		if v[1] == 0 || v[2] == 0 || point[1] == 0.25 {
			t.Fatalf("a number stays: %v, %v", v, point)
		}
	}
	if x := chi(drawn, even(4)); x > chi999[3] {
		t.Errorf("drawn %v, chi-square %.1f", drawn, x)
	}
	for _, counts := range [][]int{varied, mutated} {
		if x := chi(counts, []float64{0.1, 0.7, 0.1, 0.1}); x > chi999[3] {
			t.Errorf("other words than the second: %v, chi-square %.1f", counts, x)
		}
	}
	// A search that has narrowed still tries other words: one of four genes.
	others := make([]int, 2)
	for range n {
		point := s.Point(Vector{0, 0, 0, 1})
		if s.Mutate(point, make([]float64, 4), rng); s.AtPoint(point)[0] != 0 {
			others[1]++
		} else {
			others[0]++
		}
	}
	if x := chi(others, []float64{0.75, 0.25}); x > chi999[1] {
		t.Errorf("%v keep and lose the word, chi-square %.1f", others, x)
	}
}

// A child has the word of one of its parents, and a mean the most frequent one, never a word between them.
func TestSchema_wordsBetween(t *testing.T) {
	s, rng := worded(), newRand(9)
	first, n := make([]int, 2), 4000
	for range n {
		a, b := Vector{0, 0, 0, 0}, Vector{2, 1, 0, 3}
		v := s.AtPoint(s.Recombine(a, b, rng))
		if v[0] != 0 && v[0] != 2 || v[3] != 0 && v[3] != 3 {
			t.Fatalf("%v is a child of %v and %v", v, a, b)
		}
		if first[int(v[0])/2]++; (v[0] == 2) != (v[1] >= 0.5) {
			t.Fatalf("%v: the word is not that of the parent to whom the group is nearer", v)
		}
	}
	if x := chi(first, even(2)); x > chi999[1] {
		t.Errorf("words of the parents: %v", first)
	}
	if v := Mean(s, []Vector{{2, 1, 0, 3}, {0, 2, 0, 0}, {2, 0, 0, 0}, {0, 1, 0, 3}, {2, 1, 0, 1}}); !slices.Equal(v, Vector{2, 1, 0, 3}) {
		t.Errorf("the mean is %v", v)
	}
}
