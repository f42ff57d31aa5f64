package roll_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"bloodline/engine/roll"
)

// units is how many units in the last place two numbers lie apart.
func units(a, b float64) uint64 {
	x, y := math.Float64bits(a), math.Float64bits(b)
	return max(x, y) - min(x, y)
}

func TestExp(t *testing.T) {
	for k := range uint64(200_000) {
		for _, scale := range []float64{1e-9, 0.01, 1, 30, 700} {
			x := (2*roll.Unit(roll.Mix(k)) - 1) * scale
			if got, want := roll.Exp(x), math.Exp(x); units(got, want) > 2 {
				t.Fatalf("Exp(%v): want %v, have %v", x, want, got)
			}
		}
	}
	for _, x := range []float64{0, math.Inf(1), math.Inf(-1), 710, -746, math.NaN(), math.Copysign(0, -1)} {
		if got, want := roll.Exp(x), math.Exp(x); got != want && !math.IsNaN(want) {
			t.Errorf("Exp(%v): want %v, have %v", x, want, got)
		}
	}
}

func TestLog(t *testing.T) {
	for k := range uint64(200_000) {
		for _, scale := range []float64{1e-300, 0.01, 1, 2, 1e300} {
			x := roll.Unit(roll.Mix(k)) * scale
			if got, want := roll.Log(x), math.Log(x); units(got, want) > 2 && math.Abs(got-want) > 1e-16 {
				t.Fatalf("Log(%v): want %v, have %v", x, want, got)
			}
		}
	}
	for _, x := range []float64{0, 1, math.Inf(1), -1, math.NaN()} {
		if got, want := roll.Log(x), math.Log(x); got != want && !math.IsNaN(want) {
			t.Errorf("Log(%v): want %v, have %v", x, want, got)
		}
	}
	// package math is wrong here on some processors.
	if got, want := roll.Log(5e-324), -744.4400719213812; got != want {
		t.Errorf("Log(5e-324): want %v, have %v", want, got)
	}
}

// The draws have the distribution function of the standard normal, in the tail too.
func TestNormal(t *testing.T) {
	const n, slices = 1_000_000, 200
	normal := distuv.UnitNormal
	rng := roll.New(7)
	counts := make([]int, slices)
	moments, far := [4]float64{}, 0
	for range n {
		x := roll.Normal(&rng)
		counts[min(slices-1, int(normal.CDF(x)*slices))]++
		for k, p := 0, x; k < len(moments); k, p = k+1, p*x {
			moments[k] += p / n
		}
		if math.Abs(x) > 3.442619855899 {
			far++
		}
	}
	even(t, "Normal", counts)
	for k, want := range [...]float64{0, 1, 0, 3} {
		if sd := math.Sqrt([...]float64{1, 2, 15, 96}[k] / n); math.Abs(moments[k]-want) > 4*sd {
			t.Errorf("moment %d: want %v, have %v", k+1, want, moments[k])
		}
	}
	if want := 2 * normal.CDF(-3.442619855899) * n; math.Abs(float64(far)-want) > 4*math.Sqrt(want) {
		t.Errorf("%d draws lie in the tail, want %.0f", far, want)
	}
}

// The results of the functions are fixed: breeding is the same on every processor.
func TestPortable_Sums(t *testing.T) {
	hash := uint64(0)
	for k := range uint64(100_000) {
		x := roll.Unit(roll.Mix(k, 1))
		rng := roll.New(k)
		for _, y := range []float64{roll.Exp(40*x - 20), roll.Log(x), roll.Normal(&rng)} {
			hash = roll.Mix(hash, math.Float64bits(y))
		}
	}
	const want = uint64(0xca89974c7bc1109b)
	if hash != want {
		t.Errorf("sum %#x, want %#x", hash, want)
	}
}
