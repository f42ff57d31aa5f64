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

// InterimErrors are the errors on each side of the looks at a test in equal parts, 2.5 % together: the boundary of Wang
// and Tsiatis (1987) with an exponent of 0.25, 2.14·(5/k)^0.25 standard errors at look k. The intervals of all looks hold
// together with [Level] (repeated confidence intervals, Jennison and Turnbull 1984).
var InterimErrors = [...]float64{0.0007, 0.0036, 0.0077, 0.012, 0.016}

// InterimLevel returns the confidence of the interval of a look, from 0, at a test begun so often before ([LookLevel]).
func InterimLevel(look, earlier int) float64 {
	return 1 - math.Ldexp(2*InterimErrors[look], -min(earlier, 40))
}

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

// students holds the quantiles at [Level] for whole degrees of freedom, 0 before one is asked for. They are found by
// iteration: a generation asks for some thousand, all for the same few, which took 13 % of the breeding.
var students [129]atomic.Uint64

// BonferroniLevel returns the level that each of several intervals needs so that all hold together with a level.
func BonferroniLevel(level float64, comparisons int) float64 {
	return 1 - (1-level)/float64(max(1, comparisons))
}

// Share returns the figure of a share, which lies in [0, 1], with an interval that holds for few blocks too: Student's
// is much too narrow where most blocks score alike, and of no width where all do. games is how many a unit has, of which
// the figure has N: a block, or a map.
//
// It is the interval of Agresti and Coull (1998): z² games, half of them won, are added before the share and its error
// are taken. Games of a unit are not independent, so the binomial variance is multiplied by the design effect (Kish
// 1965), which is estimated from the units as if four more had been seen whose games were independent.
func (f Figure) Share(games, level float64) Figure {
	return f.within(f.shareInterval(games, level))
}

func (f Figure) shareInterval(games, level float64) Interval {
	const designPrior = 4 // units of independent games that the design effect begins with
	if f.N == 0 || math.IsNaN(f.Mean) || level <= 0 {
		return f.Interval()
	}
	z := normalQuantile(level)
	n, more := float64(f.N), float64(z*z/games)
	center := (float64(n*f.Mean) + float64(more/2)) / (n + more)
	binomial := center * (1 - center) / games // variance of a unit
	seen, due := 0.0, float64(designPrior*binomial)
	if !math.IsInf(f.SE, 1) {
		seen = float64((n - 1) * n * f.SE * f.SE)
		due += float64((n - 1) * f.Mean * (1 - f.Mean) / games)
	}
	design := (seen + float64(designPrior*binomial)) / due
	half := float64(studentQuantile(level, n-1+designPrior) * math.Sqrt(design*binomial/(n+more)))
	return Interval{min(f.Mean, max(0, center-half)), max(f.Mean, min(1, center+half))}
}

// ShareDifference is [Figure.Share] for the difference of two shares that were measured on the same units: it lies in
// [-1, 1], and half of it and a half more in [0, 1].
func (f Figure) ShareDifference(games, level float64) Figure {
	if f.N == 0 {
		return f
	}
	half := f
	half.Mean, half.SE = (1+f.Mean)/2, f.SE/2
	i := half.shareInterval(games, level)
	return f.within(Interval{min(f.Mean, 2*i.Low-1), max(f.Mean, 2*i.High-1)})
}

// Stratified averages strata, such as a player's tallies against each of several opponents, with equal weight whatever
// their sizes. The strata are fixed, so a difference between them isn't noise: the variance is that within them, with
// Welch's and Satterthwaite's degrees of freedom. A stratum below two units makes the error infinite; an empty one makes
// the mean NaN. They must be independent of each other: of opponents met on the same deals or maps, tally the sums.
//
// games is 0, or for differences of shares the number of games of a block. Then two games more are taken for played, of
// which each player has won one that the other has lost, as Bonett and Price (2012) add one to both counts of pairs that
// differ. They are spread over the strata by their units. So a difference has an interval though all units went alike;
// the test measures how often it holds the true one.
func Stratified(strata []Tally, unit float64, games int, level float64) Figure {
	units := int64(0)
	for _, t := range strata {
		units += t.N
	}
	var mean, variance, denominator float64
	for _, t := range strata {
		n := float64(t.N)
		v := t.Var() / max(1, n)
		if games > 0 {
			game := unit / float64(games) * n / float64(t.BlockCount()) // in the score of a unit
			v += float64(2*game*game) / float64(units) / (n - 1)
		}
		mean += t.Mean()
		variance += v
		denominator += float64(v*v) / max(1, n-1)
	}
	k := float64(len(strata)) * unit
	se, df := math.Inf(1), float64(units-int64(len(strata)))
	if len(strata) > 0 {
		se = math.Sqrt(variance) / k
	}
	if variance > 0 {
		df = float64(variance*variance) / denominator
	}
	return figure(units, mean/k, se, df, level)
}

// LeastSeen is in how many deals a result that one in fifty has is seen with 95 %. With fewer, a lead may be one that rare
// losses would end, and Student's interval knows nothing of them.
const LeastSeen = 150

// Bounded returns the figure with the interval of a mean of values whose range has a width: the empirical Bernstein
// bound of Maurer and Pontil (2009), which holds for any number of values of any distribution.
func (f Figure) Bounded(width, level float64) Figure {
	if f.N < 2 {
		return f
	}
	log := math.Log(4 / (1 - level))
	return f.within(around(f.Mean, float64(math.Sqrt(2*log)*f.SE)+float64(7*width*log/float64(3*(f.N-1)))))
}
