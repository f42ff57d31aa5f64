package stats

import "math"

// emptyCell is the count of a result that was never seen, so that no likeliest distribution gives it probability zero.
const emptyCell = 1e-3

// cells is a sample of a multinomial.
type cells struct {
	scores []float64
	counts []int64
}

func (c cells) weight(i int) float64 {
	if c.counts[i] == 0 {
		return emptyCell
	}
	return float64(c.counts[i])
}

// tilt is the distribution that is likeliest under the constraint of a mean: the sample's, each cell divided by
// 1+x·(score-mean).
type tilt struct{ mean, x float64 }

func (t tilt) g(a float64) float64       { return a - t.mean }
func (t tilt) divisor(a float64) float64 { return 1 + float64(t.x*t.g(a)) }

// expectation returns the likeliest distribution whose mean is s, which must lie strictly inside the range of the
// scores.
//
// It solves Σ w·g/(1+x·g) = 0 for x, where g is score-mean. The sum falls from +Inf to -Inf between its two innermost
// poles, so the root there is unique: Newton's steps, halving the bracket whenever one leaves it. A step that is small
// against the distance to the poles was the last one: the next would square it.
func (c cells) expectation(s float64) tilt {
	t := tilt{mean: s}
	least, most := math.Inf(1), math.Inf(-1)
	for _, a := range c.scores {
		least, most = min(least, t.g(a)), max(most, t.g(a))
	}
	left, right := -1/most, -1/least
	low, high := left, right
	for range 200 {
		f, slope := 0.0, 0.0
		for i, a := range c.scores {
			r := t.g(a) / t.divisor(a)
			f += float64(c.weight(i) * r)
			slope -= float64(c.weight(i) * r * r)
		}
		if f > 0 {
			low = t.x
		} else {
			high = t.x
		}
		next := t.x - f/slope
		if !(low < next && next < high) {
			next = low + float64((high-low)/2)
		}
		step := math.Abs(next - t.x)
		t.x = next
		if step <= 1e-9*min(next-left, right-next) {
			break
		}
	}
	return t
}
