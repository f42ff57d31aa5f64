package stats

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"bloodline/engine/roll"
)

// Verdict is what a sequential test says so far.
type Verdict uint8

const (
	// Continue means that the evidence does not suffice.
	Continue Verdict = iota
	// AcceptH0 means that the difference is Elo0 or less.
	AcceptH0
	// AcceptH1 means that the difference is Elo1 or more.
	AcceptH1
)

func (v Verdict) String() string {
	return [...]string{"continue", "accept H0", "accept H1"}[v]
}

// Scale is the kind of Elo that a test's hypotheses are given in.
type Scale uint8

const (
	// Logistic Elo is the expected score on the usual curve; see [EloToScore].
	Logistic Scale = iota
	// Normalized Elo is the mean score above one half in standard deviations of a
	// game's score, times 800/ln 10 (Van den Bergh, "Normalized Elo", 2021). The
	// length of a test then does not depend on how many games are drawn.
	Normalized
)

// SPRT is a sequential probability ratio test of the strength of a player against
// another: H0 says that it is Elo0, H1 that it is Elo1.
//
// The statistic is the generalized log-likelihood ratio of a multinomial: both
// hypotheses fix the mean result of a block, and the distribution around it is
// the likeliest one under that constraint (Van den Bergh, "The MLE for a
// multinomial with a given expectation value" and "The generalized SPRT"; it is
// what fishtest and fastchess use). With blocks of one game this is the trinomial
// test, with two the pentanomial one.
type SPRT struct {
	Elo0, Elo1 float64 // Elo0 < Elo1; within ±1000
	Alpha      float64 // chance to accept H1 at Elo0, in (0, 0.5)
	Beta       float64 // chance to accept H0 at Elo1, in (0, 0.5)
	Scale      Scale   // what kind of Elo; the zero value is Logistic
}

const maxElo = 1000

// Validate reports every field that is out of its range.
func (s SPRT) Validate() error {
	errs := []error{
		within("elo0", s.Elo0, maxElo),
		within("elo1", s.Elo1, maxElo),
		risk("alpha", s.Alpha),
		risk("beta", s.Beta),
	}
	if s.Elo1 <= s.Elo0 {
		errs = append(errs, fmt.Errorf("elo1: must be above elo0 = %v, have %v", s.Elo0, s.Elo1))
	}
	if s.Scale > Normalized {
		errs = append(errs, fmt.Errorf("scale: must be 0 (logistic) or 1 (normalized), have %d", s.Scale))
	}
	return errors.Join(errs...)
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

// Bounds returns the log-likelihood ratios at which the test accepts H0 (lower)
// and H1 (upper): log(β/(1-α)) and log((1-β)/α) (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) { return wald(s.Alpha, s.Beta) }

func wald(alpha, beta float64) (lower, upper float64) {
	return roll.Log(beta / (1 - alpha)), roll.Log((1 - beta) / alpha)
}

func judge(llr, lower, upper float64) Verdict {
	switch {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Continue
}

// Support lists the results that a block can have.
type Support struct {
	Scores []float64 // mean share of a game of the block, in [0, 1], ascending, at least two
	Games  int       // games of a block, at least 1; only normalized Elo asks
	// Sparse says that the test knows only the two ends and the results that it has
	// seen: of many possible results most never occur, and what is assumed of them
	// would drown the sample.
	Sparse bool
}

// fullSteps is the longest support that is no sparse one: with five results of a deal,
// empty ones weigh next to nothing.
const fullSteps = 8

// Steps returns a support of steps+1 results, evenly spaced from 0 to 1, of blocks of
// this many games. Steps(2, 1) is loss, draw, win; Steps(4, 2) the pentanomial. A
// support of more than nine results is sparse.
func Steps(steps, games int) Support {
	s := Support{Scores: make([]float64, steps+1), Games: games, Sparse: steps > fullSteps}
	for k := range s.Scores {
		s.Scores[k] = float64(k) / float64(steps)
	}
	return s
}

// Validate reports the first rule that the support breaks.
func (s Support) Validate() error {
	switch n := len(s.Scores); {
	case s.Games < 1:
		return fmt.Errorf("games: must be at least 1, have %d", s.Games)
	case n < 2:
		return fmt.Errorf("scores: must be at least 2, have %d", n)
	case !(s.Scores[0] >= 0 && s.Scores[n-1] <= 1):
		return fmt.Errorf("scores: must be in [0, 1], have %v", s.Scores)
	}
	for i := 1; i < len(s.Scores); i++ {
		if !(s.Scores[i] > s.Scores[i-1]) {
			return fmt.Errorf("scores: must ascend, have %v", s.Scores)
		}
	}
	return nil
}

// maxT is the largest t-value of a block that normalized hypotheses may have. Its
// solver starts from even chances, where solutions exist up to about 0.86.
const maxT = 0.5

// Check reports why the test cannot be made on blocks with this support: the
// test or the support is invalid, or a hypothesis lies outside of what blocks can
// score.
func (s SPRT) Check(on Support) error {
	if err := errors.Join(s.Validate(), on.Validate()); err != nil {
		return err
	}
	low, high := on.Scores[0], on.Scores[len(on.Scores)-1]
	for i, elo := range [2]float64{s.Elo0, s.Elo1} {
		field := fmt.Sprintf("elo%d", i)
		if s.Scale == Normalized {
			if !(low < 0.5 && 0.5 < high) {
				return fmt.Errorf("scores: must lie on both sides of 0.5, have %v", on.Scores)
			}
			if limit := maxT * eloPerSigma / math.Sqrt(float64(on.Games)); !(math.Abs(elo) <= limit) {
				return within(field, elo, limit)
			}
		} else if score := EloToScore(elo); !(low < score && score < high) {
			return fmt.Errorf("%s: must give a score in (%v, %v), have %v", field, low, high, score)
		}
	}
	return nil
}

// LLR returns the generalized log-likelihood ratio of H1 against H0 after
// counts[k] blocks with result on.Scores[k]. Empty cells count as 1/1000 of a
// block, as fastchess does it; in a sparse support only the two ends do. No blocks
// give 0. The test must pass [SPRT.Check], and counts must be as long as the support.
func (s SPRT) LLR(on Support, counts []int64) float64 {
	if !slices.ContainsFunc(counts, func(c int64) bool { return c > 0 }) {
		return 0
	}
	c := cells{on.Scores, counts}
	if on.Sparse {
		c = c.seen()
	}
	return s.llr(c, on.Games)
}

// llr allocates nothing.
func (s SPRT) llr(c cells, games int) float64 {
	constraint := func(elo float64) tilt {
		if s.Scale == Normalized {
			return c.tValue(elo / eloPerSigma * math.Sqrt(float64(games)))
		}
		return c.expectation(EloToScore(elo))
	}
	t0, t1 := constraint(s.Elo0), constraint(s.Elo1)
	llr := 0.0
	for i, a := range c.scores {
		llr += float64(c.weight(i) * math.Log(t0.divisor(a)/t1.divisor(a)))
	}
	return llr
}
