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
}

// Act draws a move with the roll.
func (l *Linear[V, A]) Act(q *Question[V, A], x uint64) A {
	d := l.Weigh(q)
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
func (l *Linear[V, A]) Weigh(q *Question[V, A]) Weighed[A] {
	w := Weighed[A]{Moves: q.Legal}
	if l.Consider != nil {
		w.Moves = l.Consider(&q.View, q.Legal)
	}
	n, k := len(w.Moves), len(l.Weights)
	room := q.scratch(n * (k + 1))
	w.Shares, w.rows = room[:n], room[n:]
	clear(w.rows)
	best := math.Inf(-1)
	for i, a := range w.Moves {
		x := w.rows[i*k:][:k]
		l.Features(&q.View, a, x)
		sum := 0.0
		for j, y := range x {
			sum += float64(y * l.Weights[j])
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
	for i := range w.Shares {
		w.Shares[i] /= total
	}
	return w
}

// exp is e to the power of x, 0 where that is too little to be drawn.
func exp(x float64) float64 {
	if x < -40 {
		return 0
	}
	return roll.Exp(x)
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
