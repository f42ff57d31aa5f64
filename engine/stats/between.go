package stats

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Between is the difference of the means of two samples of players that have all played the same deals, such as the
// champions that two settings bred with several seeds. Its interval is over players and deals.
//
// The score of player i on deal d is the mean of its kind, plus what this player is better by, plus what the deal does
// to all players of the kind, plus a rest. The means of players differ by their own strength and by the mean of the
// rest, so Welch's variance of two samples covers both. It doesn't cover a deal that suits one kind more than the
// other, because that moves all means of a kind alike. The variance over deals of the difference between the two kinds
// does, but it contains the rest again, which is known from the table of players and deals and taken off. The degrees
// of freedom are Welch's and Satterthwaite's. Runs of two settings with equal seeds share only that number, so they
// aren't paired.
//
// A sample of one is that player itself, whose strength is not a draw from others.
type Between struct {
	Figure
	first, second sample
	deals         float64 // variance that more players don't lower
}

// sample is the spread of the means of players over the deals.
type sample struct {
	n        int
	variance float64
}

// NewBetween takes the scores of the players of each sample, by player and deal; all have the same deals, two or more.
// unit of them are a point. Without a second sample it is the first's mean. Equal whole scores differ by exactly 0.
func NewBetween(first, second [][]float64, unit, level float64) Between {
	b := Between{}
	difference := make([]float64, len(first[0]))
	rest := b.first.add(first, 1, difference) + b.second.add(second, -1, difference)
	mean, variance := stat.MeanVariance(difference, nil)
	b.deals = max(0, float64(variance/float64(len(difference)))-rest) / (unit * unit)
	b.first.variance, b.second.variance, mean = b.first.variance/(unit*unit), b.second.variance/(unit*unit), mean/unit
	b.Mean, b.N = mean, int64(len(difference))
	b.SE, b.DF = b.errorWith(0)
	b.Figure = b.within(around(mean, b.half(0, level)))
	return b
}

// add adds the means of a sample by deal to sums and returns the variance that the rest has in the mean of all.
func (s *sample) add(rows [][]float64, sign float64, sums []float64) (rest float64) {
	s.n = len(rows)
	if s.n == 0 {
		return 0
	}
	deals := float64(len(sums))
	means, columns := make([]float64, s.n), make([]float64, len(sums))
	for i, row := range rows {
		means[i] = stat.Mean(row, nil)
		for d, x := range row {
			columns[d] += x
		}
	}
	for d := range columns {
		columns[d] /= float64(s.n)
		sums[d] += float64(sign * columns[d])
	}
	if s.n == 1 {
		return 0
	}
	mean, variance := stat.MeanVariance(means, nil)
	s.variance = variance
	for i, row := range rows {
		for d, x := range row {
			r := x - means[i] - columns[d] + mean
			rest += float64(r * r)
		}
	}
	return rest / (float64(s.n-1) * (deals - 1) * float64(s.n) * deals)
}

// errorWith returns the standard error, and its degrees of freedom, if each sample of several had so many players more.
func (b *Between) errorWith(more int) (se, df float64) {
	variance, denominator := b.deals, float64(b.deals*b.deals)/float64(b.N-1)
	for _, s := range []sample{b.first, b.second} {
		if s.n > 1 {
			v := s.variance / float64(s.n+more)
			variance += v
			denominator += float64(v*v) / float64(s.n+more-1)
		}
	}
	if variance == 0 {
		return 0, float64(b.N - 1)
	}
	return math.Sqrt(variance), float64(variance*variance) / denominator
}

func (b *Between) half(more int, level float64) float64 {
	se, df := b.errorWith(more)
	return se * studentQuantile(level, df)
}

// More returns how many players more in each sample of several would have the interval leave out 0, if the difference
// and the spreads are as seen; 0 where it does so already, or where more than most are needed.
func (b *Between) More(most int, level float64) int {
	for k := range most + 1 {
		if b.half(k, level) < math.Abs(b.Mean) {
			return k
		}
	}
	return 0
}
