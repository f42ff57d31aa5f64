package stats

import "math"

// emptyCell is what a result that was never seen counts, so that no likeliest
// distribution gives it probability zero.
const emptyCell = 1e-3

// cells is a sample of a multinomial.
type cells struct {
	scores []float64
	counts []int64
}

// seen returns the two ends and the cells that are not empty.
func (c cells) seen() (out cells) {
	for i, n := range c.counts {
		if n > 0 || i == 0 || i == len(c.counts)-1 {
			out.scores, out.counts = append(out.scores, c.scores[i]), append(out.counts, n)
		}
	}
	return out
}

func (c cells) weight(i int) float64 {
	if c.counts[i] == 0 {
		return emptyCell
	}
	return float64(c.counts[i])
}

// tilt is a distribution under a constraint: the sample's, each cell divided by
// 1+x·g(score), where g is a quadratic and Σ p·g = 0 is the constraint. Both
// constraints that the tests need have this form, so neither needs memory.
type tilt struct{ c0, c1, c2, x float64 }

func (t tilt) g(a float64) float64       { return t.c0 + float64(a*(t.c1+float64(a*t.c2))) }
func (t tilt) divisor(a float64) float64 { return 1 + float64(t.x*t.g(a)) }

// expectation returns the likeliest distribution whose mean is s. s must lie
// strictly inside the range of the scores.
func (c cells) expectation(s float64) tilt {
	return c.secular(tilt{c0: -s, c1: 1})
}

// tValue returns the likeliest distribution with (mean-1/2)/sigma = t. Setting the
// derivative of the constraint to zero gives a quadratic g that depends on the
// answer's own mean and sigma, hence the iteration (Van den Bergh, "A practical
// introduction to normalized Elo", section 4.1). It starts from even chances.
func (c cells) tValue(t float64) tilt {
	mean, sigma := c.evenMoments()
	var out tilt
	for range 100 {
		out = c.secular(tilt{
			c0: -0.5 - float64(t*sigma/2) - t*mean*mean/(2*sigma),
			c1: 1 + t*mean/sigma,
			c2: -t / (2 * sigma),
		})
		m, s := c.moments(out)
		done := math.Abs(m-mean)+math.Abs(s-sigma) < 1e-13
		mean, sigma = m, s
		if done {
			break
		}
	}
	return out
}

func (c cells) evenMoments() (mean, sigma float64) {
	var sum, sq float64
	for _, a := range c.scores {
		sum += a
		sq += float64(a * a)
	}
	n := float64(len(c.scores))
	mean = sum / n
	return mean, math.Sqrt(sq/n - float64(mean*mean))
}

// moments returns the mean and standard deviation of a tilted sample.
func (c cells) moments(t tilt) (mean, sigma float64) {
	var total, sum float64
	for i, a := range c.scores {
		p := c.weight(i) / t.divisor(a)
		total += p
		sum += float64(p * a)
	}
	mean = sum / total
	var sq float64
	for i, a := range c.scores {
		sq += float64(c.weight(i) / t.divisor(a) * (a - mean) * (a - mean))
	}
	return mean, math.Sqrt(sq / total)
}

// secular solves Σ w·g/(1+x·g) = 0 for x. The sum falls from +Inf to -Inf between
// its two innermost poles, so the root there is unique: Newton's steps, halving
// the bracket whenever one leaves it. A step that is small against the distance to
// the poles was the last one: the next would square it. g must take both signs.
func (c cells) secular(t tilt) tilt {
	least, most := math.Inf(1), math.Inf(-1)
	for _, a := range c.scores {
		least, most = min(least, t.g(a)), max(most, t.g(a))
	}
	left, right := -1/most, -1/least
	low, high := left, right
	t.x = 0
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
