package dashboard

import (
	"math"
	"testing"
)

// The figures are those of Brown, Cai and DasGupta's formula, worked out by hand for
// the ends: all of n has the lower end n/(n+z²), none the upper end z²/(n+z²).
func TestWilson(t *testing.T) {
	const z2 = 1.959964 * 1.959964
	for _, n := range []int64{1, 5, 40} {
		if i := wilson(n, n); math.Abs(i.Low-float64(n)/(float64(n)+z2)) > 1e-9 || i.High < 1-1e-12 {
			t.Errorf("%d of %d: %v", n, n, i)
		}
		if i := wilson(0, n); i.Low > 1e-12 || math.Abs(i.High-z2/(float64(n)+z2)) > 1e-9 {
			t.Errorf("0 of %d: %v", n, i)
		}
	}
	if i := wilson(0, 0); i.Low != 0 || i.High != 1 {
		t.Errorf("nothing: %v", i)
	}
}
