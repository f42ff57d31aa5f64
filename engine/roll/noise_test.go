package roll_test

import (
	"math"
	"testing"

	"bloodline/engine/roll"
)

// served is how many independent draws a roll serves.
const served = 6

// The tables hold the quantiles at the midpoints of 1024 slices: the distribution functions give the midpoints back.
func TestQuantiles(t *testing.T) {
	for k := range uint(served) {
		for i := range uint64(1024) {
			want := (float64(i) + 0.5) / 1024
			// Neighbouring slices hold noise that must not be read.
			r := i<<(10*k) | ^uint64(1023<<(10*k))
			l, g := float64(roll.Logistic(r, k)), float64(roll.Gumbel(r, k))
			if p := 1 / (1 + math.Exp(-l)); math.Abs(p-want) > 1e-6 {
				t.Fatalf("Logistic slice %d of %d: %g is quantile %g, want %g", k, i, l, p, want)
			}
			if p := math.Exp(-math.Exp(-g)); math.Abs(p-want) > 1e-6 {
				t.Fatalf("Gumbel slice %d of %d: %g is quantile %g, want %g", k, i, g, p, want)
			}
		}
	}
	if lo, hi := roll.Logistic(0, 0), roll.Logistic(1023, 0); lo != -hi || math.Abs(float64(hi)-math.Log(2047)) > 1e-5 {
		t.Errorf("Logistic goes from %g to %g, want ±%g", lo, hi, math.Log(2047))
	}
}

// The largest of x plus Gumbel noise is chosen with probability softmax(x).
func TestGumbel_Frequency(t *testing.T) {
	for _, x := range [][]float32{{0, 0}, {1, 0, -1}, {0, 0, 0, 0, 0, 0}, {2, -1, 0.5, 0}} {
		counts := make([]int, len(x))
		for i := range uint64(draws) {
			best, most := 0, float32(math.Inf(-1))
			for k := range x {
				if y := x[k] + roll.Gumbel(roll.Mix(i, 5), uint(k)); y > most {
					best, most = k, y
				}
			}
			counts[best]++
		}
		// The tables are cut at 1/1024: the error of that is below 0.3 % of a
		// share, which is allowed for besides the counting error.
		weights, sum := make([]float64, len(x)), 0.0
		for k := range x {
			weights[k] = math.Exp(float64(x[k]))
			sum += weights[k]
		}
		for k := range x {
			p := weights[k] / sum
			got := float64(counts[k]) / draws
			if err := 4 * math.Sqrt(p*(1-p)/draws); math.Abs(got-p) > err+0.003 {
				t.Errorf("options %v: number %d is chosen in %.4f, want %.4f ± %.4f", x, k, got, p, err)
			}
		}
	}
}
