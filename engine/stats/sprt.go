package stats

import (
	"errors"
	"fmt"
	"math"

	"bloodline/engine/roll"
)

// Decision is the result of a sequential test so far.
type Decision uint8

const (
	// Continue means that the evidence does not suffice.
	Continue Decision = iota
	// AcceptH0 means that the difference is Elo0 or less.
	AcceptH0
	// AcceptH1 means that the difference is Elo1 or more.
	AcceptH1
)

func (v Decision) String() string {
	return [...]string{"continue", "accept H0", "accept H1"}[v]
}

// SPRT is a sequential probability ratio test of a player's strength against another: Elo0 by H0, Elo1 by H1.
//
// The statistic is the generalized log-likelihood ratio of a multinomial: both hypotheses fix the mean result of a
// block, and the distribution around it is the likeliest one under that constraint (Van den Bergh, "The MLE for a
// multinomial with a given expectation value" and "The generalized SPRT"; it is what fishtest and fastchess use). With
// blocks of one game this is the trinomial test, with two the pentanomial one.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1; within ±1000
	Alpha      float64 // chance to accept H1 at Elo0, in (0, 0.5)
	Beta       float64 // chance to accept H0 at Elo1, in (0, 0.5)
}

// hypotheses reports what is out of range of the two values, by their common name, and of the errors of a test.
func hypotheses(name string, h0, h1, limit, alpha, beta float64) []error {
	errs := []error{within(name+"0", h0, limit), within(name+"1", h1, limit), risk("alpha", alpha), risk("beta", beta)}
	if h1 <= h0 {
		errs = append(errs, fmt.Errorf("%s1: must be above %[1]s0 = %v, have %v", name, h0, h1))
	}
	return errs
}

func within(field string, x, limit float64) error {
	if !(math.Abs(x) <= limit) {
		return fmt.Errorf("%s: must be in [%v, %v], have %v", field, -limit, limit, x)
	}
	return nil
}

func risk(field string, x float64) error {
	if !(x > 0 && x < 0.5) {
		return fmt.Errorf("%s: must be in (0, 0.5), have %v", field, x)
	}
	return nil
}

// Bounds returns the log-likelihood ratios that accept H0 and H1: log(β/(1-α)) and log((1-β)/α) (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	return roll.Log(s.Beta / (1 - s.Alpha)), roll.Log((1 - s.Beta) / s.Alpha)
}

// Support lists the results that a block can have.
type Support struct {
	Scores []float64 // mean share of a game of the block, in [0, 1], ascending, at least two
	// Sparse restricts the test to the two ends and the results seen: a prior of many others would outweigh the sample.
	Sparse bool
}

// Steps returns a support of steps+1 results, evenly spaced from 0 to 1. Steps(2) is loss, draw, win; Steps(4) the
// pentanomial of two games. A support of more than nine results is sparse.
func Steps(steps int) Support {
	const fullSteps = 8 // longest support that isn't sparse: of a deal's five results, empty ones weigh next to nothing
	s := Support{Scores: make([]float64, steps+1), Sparse: steps > fullSteps}
	for k := range s.Scores {
		s.Scores[k] = float64(k) / float64(steps)
	}
	return s
}

// Check reports why the test is invalid, or not possible on blocks with this support.
func (s SPRT) Check(on Support) error {
	const maxElo = 1000
	if err := errors.Join(hypotheses("elo", s.Elo0, s.Elo1, maxElo, s.Alpha, s.Beta)...); err != nil {
		return err
	}
	low, high := on.Scores[0], on.Scores[len(on.Scores)-1]
	for i, elo := range [2]float64{s.Elo0, s.Elo1} {
		if score := EloToScore(elo); !(low < score && score < high) {
			return fmt.Errorf("elo%d: must give a score in (%v, %v), have %v", i, low, high, score)
		}
	}
	return nil
}

// llr returns the log-likelihood ratio of H1 against H0 of a sample, empty cells being 1/1000 block, as in fastchess.
func (s SPRT) llr(c cells) float64 {
	t0, t1 := c.expectation(EloToScore(s.Elo0)), c.expectation(EloToScore(s.Elo1))
	llr := 0.0
	for i, a := range c.scores {
		llr += float64(c.weight(i) * math.Log(t0.divisor(a)/t1.divisor(a)))
	}
	return llr
}

// cells is a sample of a multinomial.
type cells struct {
	scores []float64
	counts []int64
}

func (c cells) weight(i int) float64 {
	const emptyCell = 1e-3 // of a result never seen, so that no likeliest distribution gives it probability zero
	if c.counts[i] == 0 {
		return emptyCell
	}
	return float64(c.counts[i])
}

// tilt is the likeliest distribution of a given mean: the sample's, each cell divided by 1+x·(score-mean).
type tilt struct{ mean, x float64 }

func (t tilt) g(a float64) float64       { return a - t.mean }
func (t tilt) divisor(a float64) float64 { return 1 + float64(t.x*t.g(a)) }

// expectation returns the likeliest distribution of mean s, which must lie strictly inside the range of the scores.
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
