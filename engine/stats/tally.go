package stats

import (
	"cmp"
	"math"
	"math/bits"
	"strconv"

	"gonum.org/v1/gonum/stat"
)

// Tally sums integer block scores. Tallies of parts, added in any order, are bit for bit the tally of the whole, while
// N·max(score) stays below 2^63: a million blocks of scores up to 2^42.
type Tally struct {
	N     int64  // blocks
	Sum   int64  // of their scores
	SumSq uint64 // of the squares of their scores, the lower 64 bits

	SumSqHigh uint64 `cbor:",omitempty"` // the upper 64 bits

	Errors int64 `cbor:",omitempty"` // games that an opponent ended by an error
	Draws  int64 `cbor:",omitempty"` // games with equal points
	Blocks int64 `cbor:",omitempty"` // of units that are maps: their blocks
}

// BlockCount returns how many blocks the tally is of.
func (t Tally) BlockCount() int64 { return cmp.Or(t.Blocks, t.N) }

func (t *Tally) Add(score int64) {
	size := uint64(max(score, -score))
	high, low := bits.Mul64(size, size)
	t.Merge(Tally{N: 1, Sum: score, SumSq: low, SumSqHigh: high})
}

func (t *Tally) Merge(o Tally) {
	t.N += o.N
	t.Sum += o.Sum
	var carry uint64
	t.SumSq, carry = bits.Add64(t.SumSq, o.SumSq, 0)
	t.SumSqHigh += o.SumSqHigh + carry
	t.Errors += o.Errors
	t.Draws += o.Draws
	t.Blocks += o.Blocks
}

// Mean returns the mean block score, NaN for no blocks.
func (t Tally) Mean() float64 { return float64(t.Sum) / float64(t.N) }

// MeanSquare returns the mean square of a block's score, 0 for no blocks.
func (t Tally) MeanSquare() float64 { return float128(t.SumSqHigh, t.SumSq) / float64(max(t.N, 1)) }

// Var returns the unbiased variance of a block's score, +Inf below two blocks: nothing is known yet.
func (t Tally) Var() float64 {
	if t.N < 2 {
		return math.Inf(1)
	}
	return t.spread() / (float64(t.N) * float64(t.N-1))
}

// spread returns N·SumSq - Sum², subtracted in 128 bits: two large floats would cancel.
func (t Tally) spread() float64 {
	sum := uint64(max(t.Sum, -t.Sum))
	hi, lo := bits.Mul64(uint64(t.N), t.SumSq)
	hi += uint64(t.N) * t.SumSqHigh
	sumHi, sumLo := bits.Mul64(sum, sum)
	lo, borrow := bits.Sub64(lo, sumLo, 0)
	hi, _ = bits.Sub64(hi, sumHi, borrow)
	return float128(hi, lo)
}

func float128(high, low uint64) float64 { return float64(float64(high)*0x1p64) + float64(low) }

// Figure is a measured mean, such as points a game, with its interval and games. JSON has what files and readers get.
type Figure struct {
	Games int64   `json:"games,omitzero"` // 0 where only blocks, or values of whole runs, are known
	Mean  float64 `json:"mean"`           // NaN without blocks
	Low   float64 `json:"low"`            // of the interval: Student's t, at the level asked for; the whole line when SE is infinite
	High  float64 `json:"high"`
	// Errors are the games that the opponent lost by an error of its program.
	Errors int64 `json:"errors,omitempty"`
	// Draws are the games in which player and opponent have equal points.
	Draws int64 `json:"draws,omitempty"`

	N  int64   `json:"-"` // blocks
	SE float64 `json:"-"` // standard error of the mean; +Inf below two blocks
	DF float64 `json:"-"` // degrees of freedom of SE; 0 when SE is infinite
}

// Figure returns the mean block score in points, where unit block score units are one point: the engine's score unit
// times the games of a block gives points per game. unit > 0 and 0 <= level < 1. Blocks that all score the same give an
// interval of width 0, which says more about the sample than about the truth. So does level 0, where the caller needs
// no interval: it saves the quantile, which costs as much as tallying hundreds of blocks.
func (t Tally) Figure(unit, level float64) Figure {
	se := math.Sqrt(t.Var() / float64(max(t.N, 1)))
	mean := float64(t.Sum) / (float64(t.N) * unit)
	f := figure(t.N, mean, se/unit, float64(t.N-1), level)
	f.Errors, f.Draws = t.Errors, t.Draws
	return f
}

func figure(n int64, mean, se, df, level float64) Figure {
	f := Figure{Mean: mean, N: n, SE: se}
	if math.IsInf(se, 1) {
		return f.within(around(mean, se))
	}
	half := 0.0
	if se > 0 && level > 0 {
		half = float64(se * studentQuantile(level, df))
	}
	f.DF = df
	return f.within(around(mean, half))
}

// within returns the figure with another interval. Its bounds have twelve significant digits, since processors round sums of
// products differently, and equal games should write equal files.
func (f Figure) within(i Interval) Figure {
	f.Low, f.High = twelveDigits(i.Low), twelveDigits(i.High)
	return f
}

// Around returns the figure with an interval of so much on both sides.
func (f Figure) Around(half float64) Figure { return f.within(around(f.Mean, half)) }

func twelveDigits(x float64) float64 {
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', 11, 64), 64) // also of infinities
	return x
}

func (f Figure) Interval() Interval { return Interval{f.Low, f.High} }
func (f Figure) Half() float64      { return (f.High - f.Low) / 2 }

// Opposite is the figure of the opposite quantity: of a loss where this one is of a gain.
func (f Figure) Opposite() Figure {
	f.Mean, f.Low, f.High = 0-f.Mean, 0-f.High, 0-f.Low // never -0
	return f
}

// Repeats reports whether two figures are of equal games with equal points: a mean is one division of integers. The
// ends of intervals also depend on how a processor rounds sums of products, so nine digits of theirs are compared.
func (f Figure) Repeats(o Figure) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(x)) }
	return f.EqualPoints(o) && near(f.Low, o.Low) && near(f.High, o.High)
}

// EqualPoints reports whether two figures are of equal games with equal points, whatever their intervals.
func (f Figure) EqualPoints(o Figure) bool {
	return f.Games == o.Games && f.Errors == o.Errors && f.Draws == o.Draws && f.Mean == o.Mean
}

// Meets reports whether a figure of as many games differs from f by chance only, at a level: its mean by Student's
// interval of a difference, its interval's ends, which have errors, by twice that. It reads only what of o is in files.
func (f Figure) Meets(o Figure, level float64) bool {
	if f.DF == 0 { // nothing is known
		return f.Games == o.Games
	}
	apart := math.Sqrt2 * f.Half() * studentQuantile(level, f.DF) / studentQuantile(Level, f.DF)
	near := func(x, y, most float64) bool { return math.Abs(x-y) <= most+float64(1e-9*max(1, math.Abs(x))) }
	return f.Games == o.Games && near(f.Mean, o.Mean, apart) && near(f.Low, o.Low, 2*apart) && near(f.High, o.High, 2*apart)
}

// Paired tallies two arms that played the same blocks. The zero value is empty.
type Paired struct {
	A, B Tally // each arm for itself
	Diff Tally // of A - B, block by block
}

func (p *Paired) Add(a, b int64) {
	p.A.Add(a)
	p.B.Add(b)
	p.Diff.Add(a - b)
}

func (p *Paired) Merge(o Paired) {
	p.A.Merge(o.A)
	p.B.Merge(o.B)
	p.Diff.Merge(o.Diff)
}

// SampleOf returns the mean of some values with Student's interval of 95 %, which for a single value has no width.
func SampleOf(xs []float64) Figure {
	if len(xs) == 1 {
		return Figure{Mean: xs[0], Low: xs[0], High: xs[0]}
	}
	mean, sd := stat.MeanStdDev(xs, nil)
	half := float64(studentQuantile(Level, float64(len(xs)-1)) * stat.StdErr(sd, float64(len(xs))))
	return Figure{Mean: mean}.Around(half)
}

func (f Figure) Plus(x float64) Figure {
	f.Mean += x
	return f.within(Interval{f.Low + x, f.High + x})
}

// Within returns the figure of a quantity that lies between two values. Student's interval has no bounds.
func (f Figure) Within(low, high float64) Figure {
	f.Low, f.High = max(f.Low, low), min(f.High, high)
	return f
}

// Prediction says how well the decisions of one kind were predicted.
type Prediction struct {
	Kind      string `json:"kind"` // "all" of all kinds together
	Decisions int    `json:"decisions"`
	LogLoss   Figure `json:"log_loss"`  // mean of -log(probability of the decision); 0 where the player has no probabilities
	Agreement Figure `json:"agreement"` // share of decisions that were made alike
}
