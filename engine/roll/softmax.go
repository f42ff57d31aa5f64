package roll

import (
	"math"
	"slices"
)

// Log-odds and probabilities in fixed point, which give the same bits on every processor: the binary places of each.
const (
	OddsBits  = 12
	ShareBits = 20
)

// Softmax writes the probabilities of n options, at most eight, of which that with the largest sum and [Gumbel] noise
// is chosen: in proportion to the exponentials of the sums, cut at ±30. The error is below 2^-ShareBits.
//
// It takes two look-ups and two multiplications an option.
func Softmax(sums *[8]int32, n int, into *[8]int32) {
	n = min(n, len(sums))
	var e [8]float64
	total := 0.0
	for i, x := range sums[:n] {
		e[i] = exp(x)
		total += e[i]
	}
	inverse := (1 << ShareBits) / total
	for i, x := range e[:n] {
		into[i] = int32(x * inverse)
	}
}

// Softmax7 is [Softmax] of seven options, in half the time.
func Softmax7(sums, into *[8]int32) {
	a, b, c, d, e, f, g := exp(sums[0]), exp(sums[1]), exp(sums[2]), exp(sums[3]), exp(sums[4]), exp(sums[5]), exp(sums[6])
	inverse := (1 << ShareBits) / (a + b + c + d + e + f + g)
	into[0], into[1], into[2], into[3] = int32(a*inverse), int32(b*inverse), int32(c*inverse), int32(d*inverse)
	into[4], into[5], into[6] = int32(e*inverse), int32(f*inverse), int32(g*inverse)
}

// Share returns the probability that a sum is above [Logistic] noise.
func Share(sum int32) int32 {
	e := exp(sum)
	return int32(e * (1 << ShareBits) / (e + 1))
}

const (
	fineBits = 9 // of log-odds, by the second table
	farthest = 30 << OddsBits
)

// exp is e to the power of log-odds in fixed point, from -30 to 30.
func exp(x int32) float64 {
	k := uint32(min(max(x, -farthest), farthest) + farthest)
	return float64(coarse[k>>fineBits&511] * fine[k&(1<<fineBits-1)])
}

// Powers of e.
var (
	coarse [512]float64
	fine   [1 << fineBits]float64
)

func init() {
	for i := range 2*farthest>>fineBits + 1 {
		coarse[i] = Exp(float64(i<<fineBits-farthest) / (1 << OddsBits))
	}
	for i := range fine {
		fine[i] = Exp(float64(i) / (1 << OddsBits))
	}
	for i := range wholes {
		wholes[i] = Exp(-float64(i))
	}
	for i := range fractions {
		fractions[i] = Exp(-float64(i) / parts)
	}
}

// Shares turns sums into the probabilities of a softmax, with errors below 1e-12; ok is false where a sum is no number.
func Shares(sums []float64) (ok bool) {
	best, total := math.Inf(-1), 0.0
	for _, sum := range sums {
		best = max(best, sum)
	}
	for i, sum := range sums {
		sums[i] = power(sum - best)
		total += sums[i]
	}
	inverse := 1 / total
	for i := range sums {
		sums[i] *= inverse
	}
	return total >= 1
}

// Powers of e by look-up, in a third of the time of Exp: whole steps of an exponent, 512 parts of one, then the series.
const (
	least = 40 // exponents below -40 count as minus infinity
	parts = 512
)

var (
	wholes    [least + 1]float64
	fractions [parts]float64
)

// power is e to the power of x, which is at most 0. Its error is below 1e-12 of it.
func power(x float64) float64 {
	if !(x > -least) {
		return 0
	}
	y := float64(-x * parts)
	n := int(y)
	r := (y - float64(n)) / parts
	return wholes[n/parts] * fractions[n%parts] * (1 - float64(r*(1-float64(float64(r*(1-r/3))/2))))
}

// Draw returns a place with the probability that stands there. The probabilities sum to 1, within rounding.
func Draw(roll uint64, shares []float64) int {
	u := Unit(roll)
	for i, p := range shares {
		if u < p {
			return i
		}
		u -= p
	}
	return slices.Index(shares, slices.Max(shares)) // what rounding leaves over
}

// Dice draws the numbers of a style at random, each between bounds of its own.
type Dice struct {
	Rand
	Skill float64 // how close numbers are to sensible ones
}

func (d *Dice) Between(low, high float64) float64 { return low + float64((high-low)*d.Float()) }

// Near returns a number between low and high, by skill closer to a sensible one.
func (d *Dice) Near(sensible, low, high float64) float64 {
	return sensible + float64((1-d.Skill)*(d.Between(low, high)-sensible))
}

func (d *Dice) Happens(share float64) bool { return d.Float() < share }

// Rare returns a number up to most in a share of draws, 0 in the others.
func (d *Dice) Rare(share, most float64) float64 {
	if !d.Happens(share) {
		return 0
	}
	return d.Between(0, most)
}
