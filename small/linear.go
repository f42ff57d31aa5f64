package small

import (
	"math"
	"slices"

	"bloodline/engine/roll"
)

// Linear is a softmax policy: the probability of a move is in proportion to exp of the
// sum of weights times features.
type Linear[V View[A], A comparable] struct {
	Features func(v *V, a A, x []float64)
	Consider func(v *V, legal []A) []A // optional
	Weights  []float64

	// Of [WithPairs]: the last weights are for these products of features and facts.
	products []product
	facts    []Fact[V]
}

// Act draws a move with the roll.
func (l *Linear[V, A]) Act(q *Question[V, A], x uint64) A {
	d := l.weigh(q, false)
	return d.Moves[d.draw(x)]
}

// Weighed is how a [Linear] weighs the moves of a question. Its slices are the question's,
// and hold until it is asked again.
type Weighed[A any] struct {
	Moves  []A
	Shares []float64 // the probability of each move
	rows   []float64 // the features of each move
}

// Features are those of move i.
func (w *Weighed[A]) Features(i int) []float64 {
	k := len(w.rows) / len(w.Moves)
	return w.rows[i*k : (i+1)*k]
}

// Weigh returns the probabilities of all moves.
func (l *Linear[V, A]) Weigh(q *Question[V, A]) Weighed[A] { return l.weigh(q, true) }

// weigh leaves out the products of weight 0 where not all features are asked for.
func (l *Linear[V, A]) weigh(q *Question[V, A], all bool) Weighed[A] {
	w := Weighed[A]{Moves: q.Legal}
	if l.Consider != nil {
		w.Moves = l.Consider(&q.View, q.Legal)
	}
	base := len(l.Weights) - len(l.products)
	n, k := len(w.Moves), base
	if all {
		k = len(l.Weights)
	}
	room := q.scratch(n*(k+1) + len(l.facts))
	w.Shares, w.rows = room[:n], room[n:n*(k+1)]
	facts := room[n*(k+1):]
	for i, f := range l.facts {
		facts[i] = f.Of(&q.View)
	}
	clear(w.rows)
	best := math.Inf(-1)
	for i, a := range w.Moves {
		x := w.rows[i*k:][:k]
		l.Features(&q.View, a, x[:base:base])
		sum := 0.0
		for j, weight := range l.Weights[:base] {
			sum += float64(weight * x[j])
		}
		for j, p := range l.products {
			weight := l.Weights[base+j]
			if weight == 0 && !all {
				continue
			}
			y := x[p.a]
			if p.b < base {
				y *= x[p.b]
			} else {
				y *= facts[p.b-base]
			}
			sum += float64(weight * y)
			if all {
				x[base+j] = y
			}
		}
		w.Shares[i], best = sum, max(best, sum)
	}
	total := 0.0
	for i, sum := range w.Shares {
		w.Shares[i] = exp(sum - best)
		total += w.Shares[i]
	}
	if !(total >= 1) {
		panic("Features: a feature is no number")
	}
	inverse := 1 / total
	for i := range w.Shares {
		w.Shares[i] *= inverse
	}
	return w
}

// Powers of e by look-up, which takes a third of the time of roll.Exp: the whole steps of
// an exponent, 512 parts of a step, and the remainder by the series.
const (
	least = 40 // exponents below -40 count as minus infinity
	parts = 512
)

var wholes, fractions = func() (w [least + 1]float64, f [parts]float64) {
	for i := range w {
		w[i] = roll.Exp(-float64(i))
	}
	for i := range f {
		f[i] = roll.Exp(-float64(i) / parts)
	}
	return w, f
}()

// exp is e to the power of x, which is at most 0. Its error is below 1e-12 of it.
func exp(x float64) float64 {
	if !(x > -least) {
		return 0
	}
	y := -x * parts
	n := int(y)
	r := (y - float64(n)) / parts
	return wholes[n/parts] * fractions[n%parts] * (1 - float64(r*(1-float64(r*(1-r/3))/2)))
}

// draw returns the place of a move.
func (w *Weighed[A]) draw(x uint64) int {
	u := roll.Unit(x)
	for i, p := range w.Shares {
		if u < p {
			return i
		}
		u -= p
	}
	return slices.Index(w.Shares, slices.Max(w.Shares)) // what rounding leaves over
}
