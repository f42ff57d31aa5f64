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

func TestSchema_move(t *testing.T) {
	// Range [-1, 3]: a move of 0.25 is one unit.
	for _, tt := range []struct {
		name     string
		from, by float64
		want     float64
	}{
		{"stays", 1, 0, 1},
		{"from zero up", 0, 0.25, 1},
		{"from zero down", 0, -0.125, -0.5},
		{"onto the bound", 2, 0.25, 3},
		{"reflected above", 2, 0.5, 2},
		{"reflected below", 0, -0.5, 0},
		{"reflected twice", 3, 1.25, 0},
		{"many times", 3, 100, 3},
		{"many times and a bit", 3, 100.25, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := Vector{tt.from, 1}
			got := plain(2).move(v, []float64{tt.by, 0})
			if math.Abs(got[0]-tt.want) > 1e-9 || got[1] != 1 || v[0] != tt.from {
				t.Errorf("move(%v, %v) = %v, want %v (parent now %v)", tt.from, tt.by, got, tt.want, v)
			}
		})
	}
}

// The draw is normal with the step as its deviation, for about rate of the genes.
func TestMutation_draw(t *testing.T) {
	rng := newRand(1)
	quartile := 0.6744897501960817 // of the standard normal distribution
	counts, moved := make([]int, 4), 0
	const n = 40000
	for _, by := range (Mutation{Rate: 0.3, Step: 0.2}).draw(n, rng) {
		if by == 0 {
			continue
		}
		moved++
		counts[slices.IndexFunc([]bool{by < -0.2*quartile, by < 0, by < 0.2*quartile, true}, func(b bool) bool { return b })]++
	}
	if x := chi(counts, even(4)); x > chi999[3] {
		t.Errorf("moves by quarter of the normal distribution: %v, chi-square %.1f", counts, x)
	}
	if x := chi([]int{moved, n - moved}, []float64{0.3, 0.7}); x > chi999[1] {
		t.Errorf("moved %d of %d genes, want 0.3 of them", moved, n)
	}
}

// Mutation moves one gene at least, stays in range and leaves its parent alone.
func TestSchema_Mutate(t *testing.T) {
	s, rng := plain(6), newRand(3)
	for _, m := range []Mutation{{Rate: 1e-9, Step: 0.1}, {Rate: 0.5, Step: 5}, {Rate: 1, Step: 1}} {
		v := s.Random(rng)
		v[0] = 0
		for range 2000 {
			keep := v.Clone()
			child := s.Mutate(v, m, rng)
			if slices.Equal(child, v) || !slices.Equal(keep, v) {
				t.Fatalf("%+v: child %v of %v (was %v)", m, child, v, keep)
			}
			if err := s.Check(child); err != nil {
				t.Fatalf("%+v: %v", m, err)
			}
			v = child
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

func BenchmarkMutate(b *testing.B) {
	s, rng := &Schema{Genes: make([]gene.Gene, 150)}, newRand(8)
	for i := range s.Genes {
		s.Genes[i] = gene.Gene{Min: 0, Max: 1}
	}
	v := s.Random(rng)
	b.ReportAllocs()
	for b.Loop() {
		s.Mutate(v, Mutation{Rate: 0.05, Step: 0.2}, rng)
	}
}
