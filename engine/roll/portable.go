package roll

import "math"

// The functions of this file give the same bits on every processor; package math uses other instructions where a
// processor has them. Their products are converted before they are added, so that no compiler fuses the two.

// Exp returns e to the power of x. Its error is below 2 units in the last place.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return x
	case x > 709.782712893384:
		return math.Inf(1)
	case x < -745.1332191019412:
		return 0
	}
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := x - float64(k*ln2High)
	r -= float64(k * ln2Low)
	sum := 0.0
	for _, c := range &taylor { // |r| < 0.347
		sum = c + float64(r*sum)
	}
	if k > -1022 && k < 1024 { // as Ldexp, in half the time
		return sum * math.Float64frombits(uint64(int(k)+1023)<<52)
	}
	return math.Ldexp(sum, int(k))
}

// taylor are the coefficients of the exponential series, the last ones first.
var taylor = func() (t [14]float64) {
	c := 1.0
	for n := range t {
		t[len(t)-1-n] = c
		c /= float64(n + 1)
	}
	return t
}()

// Ln 2 in two parts, of which the first has so few digits that its multiples are exact.
const (
	ln2High = 0x1.62e42fefap-1
	ln2Low  = math.Ln2 - ln2High
)

// Log returns the natural logarithm of x. Its error is below 2 units in the last place.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case math.IsInf(x, 1):
		return x
	}
	m, exponent := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, exponent = 2*m, exponent-1
	}
	// 2 artanh(s), |s| < 0.172.
	s := (m - 1) / (m + 1)
	square, sum := float64(s*s), 0.0
	for _, c := range &artanh {
		sum = float64((sum + c) * square)
	}
	k := float64(exponent)
	return float64(k*ln2High) + (float64(2*s) + (float64(2*float64(s*sum)) + float64(k*ln2Low)))
}

// artanh are the coefficients of its series, the last ones first.
var artanh = [...]float64{1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5, 1.0 / 3}

type Source interface{ Uint64() uint64 }

// Normal draws from the standard normal distribution (Marsaglia, Tsang 2000, as in Doornik 2005), in some 5 ns.
func Normal(s Source) float64 {
	for {
		x := s.Uint64()
		layer := x & (layers - 1)
		u := float64(int64(x)>>11) * 0x1p-52 // in [-1, 1)
		z := float64(u * edges[layer])
		switch {
		case math.Abs(z) < edges[layer+1]:
			return z
		case layer == 0:
			return math.Copysign(tail(s), u)
		}
		low, high := heights[layer], heights[layer+1]
		if low+float64(Unit(s.Uint64())*(high-low)) < Exp(-float64(z*z)/2) {
			return z
		}
	}
}

// tail draws beyond the last edge.
func tail(s Source) float64 {
	for {
		x := -Log(1-Unit(s.Uint64())) / lastEdge
		y := -Log(1 - Unit(s.Uint64()))
		if 2*y > float64(x*x) {
			return lastEdge + x
		}
	}
}

// The layers of the normal density, of equal area. Layer 0 is the lowest, with the tail; edges[0] is as if without it.
const (
	layers   = 128
	lastEdge = 3.442619855899
	area     = 9.91256303526217e-3
)

var edges, heights = func() (x, y [layers + 1]float64) {
	density := func(x float64) float64 { return Exp(-float64(x*x) / 2) }
	x[0], x[1] = area/density(lastEdge), lastEdge
	y[1] = density(lastEdge)
	for i := 2; i < layers; i++ {
		y[i] = y[i-1] + area/x[i-1]
		x[i] = math.Sqrt(-2 * Log(y[i]))
	}
	y[layers] = 1 // and x is 0
	return x, y
}()
