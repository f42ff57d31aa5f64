package surrogate

import (
	"cmp"
	"math"
	"slices"

	"bloodline/engine/roll"
)

// Effect says what a parameter does, by the games of a run.
type Effect struct {
	Parameter int

	// Tenth is the change of the share of points when the parameter is higher by a tenth of
	// its range, as the mean over the points that were played, with its 95 % interval.
	Tenth, Low, High float64

	// Best is the best value where the others are as at a point; from From to To a bot loses
	// at most [Near] of a point by it. Cost is what the worst value costs there.
	Best, From, To float64
	Cost           float64

	// Weight is how much the parameter matters over its whole range: the standard deviation
	// of what it adds to the log-odds (its main effect, Sobol 1993).
	Weight float64
}

// Near is how much less than the best a value may win and still be in the best region.
const Near = 0.01

// Pair is an interaction: what both parameters add together beside what each adds alone, in
// log-odds from one corner of their ranges to the next, and how many standard deviations
// that is away from 0.
type Pair struct {
	One, Other int
	Size, Z    float64
}

// Effects returns what every parameter does, those that matter most first. The best values
// are those around a point.
func (m *Model) Effects(all []Observation, around []float64) []Effect {
	slopes := m.slopes(all)
	out := make([]Effect, m.genes)
	for i := range out {
		mean, half := dot(m.weights, slopes[i]), float64(1.96*m.deviation(slopes[i]))
		out[i] = Effect{Parameter: i, Tenth: mean, Low: mean - half, High: mean + half, Weight: m.weight(i)}
		out[i].region(m, around)
	}
	slices.SortStableFunc(out, func(a, b Effect) int { return cmp.Compare(b.Weight, a.Weight) })
	return out
}

// weight is the standard deviation of slope·z + curve·z² for z even in [-1, 1].
func (m *Model) weight(i int) float64 {
	slope, curve := m.weights[1+i], m.weights[m.square(i)]
	return math.Sqrt(square(slope)/3 + float64(4*square(curve))/45)
}

// slopes returns, for every parameter, what the weights are multiplied with to give the
// mean change of a share by a tenth of the parameter's range.
func (m *Model) slopes(all []Observation) [][]float64 {
	out := make([][]float64, m.genes)
	for i := range out {
		out[i] = make([]float64, len(m.weights))
	}
	games := 0.0
	for _, o := range all {
		games += float64(o.Games)
	}
	for _, o := range all {
		share, _ := m.Share(o.Point)
		by := 0.2 * share * (1 - share) * float64(o.Games) / games // a tenth of a range is 0.2 of z
		for i := range out {
			m.addSlope(out[i], i, by, o.Point)
		}
	}
	return out
}

// addSlope adds a multiple of the derivative of the features by coordinate i.
func (m *Model) addSlope(into []float64, i int, by float64, point []float64) {
	into[1+i] += by
	if m.genes > paired {
		into[m.square(i)] += float64(2 * by * centred(point[i]))
		return
	}
	for j, x := range point {
		if j == i {
			into[m.square(i)] += float64(2 * by * centred(x))
		} else {
			into[m.pair(i, j)] += float64(by * centred(x))
		}
	}
}

func (m *Model) deviation(row []float64) float64 {
	y := m.factor.forward(row)
	return math.Sqrt(dot(y, y))
}

// gridSteps is how finely a range is looked through for its best region.
const gridSteps = 50

// region looks through the range of the parameter.
func (e *Effect) region(m *Model, around []float64) {
	x := slices.Clone(around)
	var shares [gridSteps + 1]float64
	best := 0
	for k := range shares {
		x[e.Parameter] = float64(k) / gridSteps
		shares[k], _ = m.Share(x)
		if shares[k] > shares[best] {
			best = k
		}
	}
	from, to := best, best
	for from > 0 && shares[from-1] >= shares[best]-Near {
		from--
	}
	for to < gridSteps && shares[to+1] >= shares[best]-Near {
		to++
	}
	e.Best, e.From, e.To = float64(best)/gridSteps, float64(from)/gridSteps, float64(to)/gridSteps
	e.Cost = shares[best] - slices.Min(shares[:])
}

// Contour returns the share of points over the ranges of two parameters, in so many even
// steps each, the others as at a point: out[k][l] is that with one at step k, other at l.
func (m *Model) Contour(one, other, steps int, around []float64) [][]float64 {
	x, out := slices.Clone(around), make([][]float64, steps)
	for k := range out {
		out[k] = make([]float64, steps)
		for l := range out[k] {
			x[one], x[other] = float64(k)/float64(steps-1), float64(l)/float64(steps-1)
			out[k][l], _ = m.Share(x)
		}
	}
	return out
}

// Pairs returns the interactions that are two standard deviations away from 0 or more, the
// surest first; none of many parameters.
func (m *Model) Pairs() (out []Pair) {
	for i := range m.genes {
		for j := i + 1; j < m.genes && m.genes <= paired; j++ {
			row := make([]float64, len(m.weights))
			row[m.pair(i, j)] = 1
			size := m.weights[m.pair(i, j)]
			if z := size / m.deviation(row); math.Abs(z) >= 2 {
				out = append(out, Pair{i, j, 2 * size, z})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Pair) int { return cmp.Compare(math.Abs(b.Z), math.Abs(a.Z)) })
	return out
}

// logistic is the share of points that log-odds stand for.
func logistic(x float64) float64 { return 1 / (1 + roll.Exp(-x)) }
