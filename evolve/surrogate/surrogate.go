// Package surrogate fits a model of the win probability to the games that a search has played: a logistic regression on
// the parameters, their squares and their pairs, held back by a prior (ridge, Laplace approximation). All games of a
// run count, near and far, so a few hundred games place the optimum of ten parameters.
//
//   - [Fit] finds the most probable model.
//   - [Explain] guesses the effect of each parameter.
//
// Its figures are guesses without intervals: the true model is another one, and its error was larger than what the
// model took for noise. In three contests 63 % of its 95 % intervals of a champion's gains held the gain
// (docs/experiments.md).
//
// Points are in units of the parameters' ranges, from 0 to 1. A fit of a thousand points of ten parameters takes ten
// milliseconds. Numbers in, numbers out: the package knows no game and no genome, and gives the same bytes on every
// processor.
package surrogate

import (
	"math"
	"slices"
)

// Observation is the result of the games of a point.
type Observation struct {
	Point []float64 // in [0, 1]
	Share float64   // of the points of a game, in [0, 1]
	Games int64
}

// The prior of the weights, in log-odds per half of a range. A square has a mean below zero, because the best value of
// a parameter mostly lies inside of its range; pairs are many and mostly small. The figures are in docs/experiments.md.
const (
	levelSD  = 3.0
	linearSD = 1.0
	squareSD = 1.0
	pairSD   = 0.1

	squareMean = -1.0
)

// steps of Newton's method, which is at rest after four or five.
const steps = 6

// Model is the posterior of the weights: normal, around the most probable ones.
type Model struct {
	genes   int
	weights []float64
	factor  lower // of the precision
}

// Fit returns the model of observations of n parameters.
func Fit(all []Observation, n int) *Model {
	rows := make([][]float64, len(all))
	for k, o := range all {
		rows[k] = features(o.Point)
	}
	m := &Model{genes: n, weights: make([]float64, size(n))}
	for range steps {
		m.step(all, rows)
	}
	return m
}

// maxPairedGenes is the largest number of parameters at which every pair has a weight of its own: the time of a fit
// grows with the square of the weights. With more parameters there are no weights for pairs, only for squares.
const maxPairedGenes = 20

// size is the number of weights: a level, n linear ones, and those of squares and pairs.
func size(n int) int {
	if n > maxPairedGenes {
		return 1 + 2*n
	}
	return 1 + n + n*(n+1)/2
}

// square is the place of the weight of x[i]².
func (m *Model) square(i int) int {
	if m.genes > maxPairedGenes {
		return 1 + m.genes + i
	}
	return m.pair(i, i)
}

// pair is the place of the weight of x[i]·x[j].
func (m *Model) pair(i, j int) int {
	if i > j {
		i, j = j, i
	}
	return 1 + m.genes + i*m.genes - i*(i-1)/2 + j - i
}

// features returns the regressors of a point: 1, the coordinates from -1 to 1, and their products.
func features(point []float64) []float64 {
	out := make([]float64, 1, size(len(point)))
	out[0] = 1
	for _, x := range point {
		out = append(out, centred(x))
	}
	for i, x := range point {
		others := point[i:]
		if len(point) > maxPairedGenes {
			others = others[:1]
		}
		for _, y := range others {
			out = append(out, centred(x)*centred(y))
		}
	}
	return out
}

func centred(x float64) float64 { return float64(2*x) - 1 }

// prior returns mean and precision of each weight before any game.
func (m *Model) prior() (mean, precision []float64) {
	mean, precision = make([]float64, len(m.weights)), make([]float64, len(m.weights))
	for i := range precision {
		precision[i] = 1 / square(pairSD)
	}
	precision[0] = 1 / square(levelSD)
	for i := range m.genes {
		precision[1+i] = 1 / square(linearSD)
		mean[m.square(i)], precision[m.square(i)] = squareMean, 1/square(squareSD)
	}
	return mean, precision
}

func square(x float64) float64 { return float64(x * x) }

// step is one step of Newton's method: a regression weighted by the variance of a game.
func (m *Model) step(all []Observation, rows [][]float64) {
	mean, precision := m.prior()
	a, b := newLower(len(mean)), make([]float64, len(mean))
	for i := range b {
		a[i][i], b[i] = precision[i], float64(precision[i]*mean[i])
	}
	for k, o := range all {
		at := dot(m.weights, rows[k])
		p := logistic(at)
		games := float64(o.Games)
		variance := games * p * (1 - p)
		toward := float64(variance*at) + float64(games*(o.Share-p))
		a.add(variance, rows[k])
		for i, f := range rows[k] {
			b[i] += float64(toward * f)
		}
	}
	a.decompose()
	m.factor, m.weights = a, a.backward(a.forward(b))
}

// Share returns the share of points at a point by the model.
func (m *Model) Share(point []float64) float64 { return logistic(dot(m.weights, features(point))) }

// Points returns what the model expects of a game at a point of the parameters, in points of a game whose points are in
// [least, most].
func (m *Model) Points(point []float64, least, most float64) float64 {
	return least + float64((most-least)*m.Share(point))
}

// Slice returns the points at values of a parameter, the others as at a point.
func (m *Model) Slice(parameter int, values, around []float64, least, most float64) (out []float64) {
	x := slices.Clone(around)
	for _, x[parameter] = range values {
		out = append(out, m.Points(x, least, most))
	}
	return out
}

// lower is the lower half of a symmetric matrix, or a triangular one. gonum would do as well, but its kernels round
// differently from one kind of processor to the next, and the same run must give the same champion on all.
type lower [][]float64

func newLower(n int) lower {
	out := make(lower, n)
	for i := range out {
		out[i] = make([]float64, i+1)
	}
	return out
}

// add adds weight times the outer product of a row.
func (a lower) add(weight float64, row []float64) {
	for i, x := range row {
		x *= weight
		into := a[i]
		for j, y := range row[:i+1] {
			into[j] += float64(x * y)
		}
	}
}

// decompose replaces a, which is positive definite, by its Cholesky factor.
func (a lower) decompose() {
	for i, row := range a {
		for j := range i {
			row[j] = (row[j] - dot(row[:j], a[j])) / a[j][j]
		}
		row[i] = math.Sqrt(max(row[i]-dot(row[:i], row), 1e-12))
	}
}

// forward solves a·y = b.
func (a lower) forward(b []float64) []float64 {
	y := make([]float64, len(b))
	for i, row := range a {
		y[i] = (b[i] - dot(y[:i], row)) / row[i]
	}
	return y
}

// backward solves aᵀ·x = y.
func (a lower) backward(y []float64) []float64 {
	x := make([]float64, len(y))
	copy(x, y)
	for i := len(x) - 1; i >= 0; i-- {
		x[i] /= a[i][i]
		for j, l := range a[i][:i] {
			x[j] -= float64(l * x[i])
		}
	}
	return x
}

// dot is the product of a vector and as many numbers of another.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}
