package stats

import (
	"math"
	"sync/atomic"

	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the usual confidence of an interval.
const Level = 0.95

// LookLevel returns the confidence of an interval that was looked at so many times before, with fewer games or others.
// Each look spends half of the error of the one before, the first one that of [Level] (alpha spending, Lan and DeMets
// 1983, by Bonferroni's inequality, so the looks may share games). So the interval of a difference that doesn't exist
// lies above 0 at any look with a probability of at most 5 %. Beyond 40 looks rounding would end at certainty.
func LookLevel(earlier int) float64 { return 1 - math.Ldexp(1-Level, -min(earlier, 40)) }

// NextLook returns how many times as wide the interval of the next look is, of equal games.
func NextLook(earlier int) float64 {
	return normalQuantile(LookLevel(earlier+1)) / normalQuantile(LookLevel(earlier))
}

// Interval is a range of plausible values, both ends included.
type Interval struct{ Low, High float64 }

// around returns center ± half; an infinite half gives the whole line.
func around(center, half float64) Interval {
	if math.IsInf(half, 1) {
		return Interval{math.Inf(-1), half}
	}
	half = float64(half) // it may be a product
	return Interval{center - half, center + half}
}

// normalQuantile returns z with P(|Z| <= z) = level.
func normalQuantile(level float64) float64 {
	return distuv.UnitNormal.Quantile((1 + level) / 2)
}

// studentQuantile returns t with P(|T| <= t) = level for df degrees of freedom.
func studentQuantile(level, df float64) float64 {
	n := int(df)
	known := level == Level && n >= 1 && float64(n) == df && n < len(students)
	if known {
		if bits := students[n].Load(); bits != 0 {
			return math.Float64frombits(bits)
		}
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.Quantile((1 + level) / 2)
	if known {
		students[n].Store(math.Float64bits(t))
	}
	return t
}

// students holds the quantiles at [Level] for whole degrees of freedom, 0 before one is asked for. A generation asks
// for some thousand of them, all for the same few, and the quantile is found by iteration: it took 13 % of the
// breeding.
var students [129]atomic.Uint64

// BonferroniLevel returns the level that each of several intervals needs so that all of them hold together with at
// least the given level (Bonferroni).
func BonferroniLevel(level float64, comparisons int) float64 {
	return 1 - (1-level)/float64(max(1, comparisons))
}

// Share returns the figure of a share, which lies in [0, 1], with an interval that holds for few blocks too: Student's
// is much too narrow where most blocks score alike, and of no width where all do. games is how many a block has.
//
// It is the interval of Agresti and Coull (1998): z² games, half of them won, are added before the share and its error
// are taken. Games of a block are not independent, so the binomial variance is multiplied by the design effect (Kish
// 1965), which is estimated from the blocks as if four more had been seen whose games were independent.
func (f Figure) Share(games int, level float64) Figure {
	if f.N == 0 || math.IsNaN(f.Mean) || level <= 0 {
		return f
	}
	z := normalQuantile(level)
	n, more := float64(f.N), float64(z*z/float64(games))
	center := (float64(n*f.Mean) + float64(more/2)) / (n + more)
	binomial := center * (1 - center) / float64(games) // variance of a block
	seen, due := 0.0, float64(designPrior*binomial)
	if !math.IsInf(f.SE, 1) {
		seen = float64((n - 1) * n * f.SE * f.SE)
		due += float64((n - 1) * f.Mean * (1 - f.Mean) / float64(games))
	}
	design := (seen + float64(designPrior*binomial)) / due
	half := float64(studentQuantile(level, n-1+designPrior) * math.Sqrt(design*binomial/(n+more)))
	return f.within(Interval{min(f.Mean, max(0, center-half)), max(f.Mean, min(1, center+half))})
}

// ShareDifference is [Figure.Share] for the difference of two shares that were measured on the same blocks: it lies in
// [-1, 1], and half of it and a half more in [0, 1].
func (f Figure) ShareDifference(games int, level float64) Figure {
	half := f
	half.Mean, half.SE = (1+f.Mean)/2, f.SE/2
	half = half.Share(games, level)
	if f.N > 0 {
		f.Low, f.High = min(f.Mean, 2*half.Low-1), max(f.Mean, 2*half.High-1)
	}
	return f
}

// FewDifference is the difference of two shares that were measured on the same blocks, each of so many games and so
// many score units, for few blocks: [Figure.ShareDifference] has an interval that is twice as wide there. It is
// Student's after one game more has gone to each side, as Bonett and Price (2012) add one to both counts of pairs that
// differ, and lies in [-1, 1]. The test measures how often it holds the true difference: 95 to 96 % with many blocks
// that differ, up to all with few.
func (p *Paired) FewDifference(unit int64, games int, level float64) Figure {
	f, game := p.Diff.Figure(unit, 0), unit/int64(games)
	more := Tally{N: p.Diff.N + 2, Sum: p.Diff.Sum, SumSq: p.Diff.SumSq + 2*game*game}.Figure(unit, level)
	if f.N > 0 {
		f.Low, f.High = min(f.Mean, max(-1, more.Low)), max(f.Mean, min(1, more.High))
	}
	return f
}

// designPrior is how many blocks of independent games the design effect begins with.
const designPrior = 4
