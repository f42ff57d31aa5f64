package optimiser

import (
	"cmp"
	"math"
	"slices"
	"testing"
)

// drawn draws and ranks a population.
func drawn(t *testing.T, d Distribution, population int, f func([]float64) float64) [][]float64 {
	t.Helper()
	xs := make([][]float64, population)
	for i := range xs {
		x, err := d.Ask()
		if err != nil {
			t.Fatal(err)
		}
		xs[i] = x
	}
	slices.SortFunc(xs, func(a, b []float64) int { return cmp.Compare(f(a), f(b)) })
	return xs
}

// ellipsoid is a bowl whose axes differ in steepness by a factor of a million.
func ellipsoid(x []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += math.Pow(1e6, float64(i)/float64(len(x)-1)) * (v - 0.4) * (v - 0.4)
	}
	return sum
}

// The diagonal learns the axes and then falls ten orders of magnitude; a search
// that only adapts its step does not come far in the same time.
func TestDiagonal_ellipsoid(t *testing.T) {
	start := make([]float64, 20)
	fall := func(learns bool) float64 {
		d := newDiagonal(slices.Clone(start), 0.3, 12, source(1))
		if !learns {
			d.c1, d.cmu = 0, 0
		}
		for range 1000 {
			if err := d.Tell(drawn(t, d, 12, ellipsoid)); err != nil {
				t.Fatal(err)
			}
		}
		return ellipsoid(d.mean) / ellipsoid(start)
	}
	if got := fall(true); got > 1e-10 {
		t.Errorf("want a fall to 1e-10 of the start, have %v", got)
	}
	if got := fall(false); got < 1e-6 {
		t.Errorf("without learning: want no better than 1e-6, have %v", got)
	}
}
