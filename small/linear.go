package small

import "bloodline/engine/roll"

// Linear is a softmax policy: the probability of a move is in proportion to exp of the sum of weights times features.
type Linear[V View[A], A comparable] struct {
	Features func(v *V, a A, x []float64)
	Consider func(v *V, legal []A) []A // optional
	Weights  []float64

	// With [WithPairs] the last weights are for these products of features and facts.
	products []product
	facts    []Fact[V]
}

func (l *Linear[V, A]) Act(q *Question[V, A], x uint64) A {
	w := l.weigh(q, false)
	return w.Moves[roll.Draw(x, w.Shares)]
}

// Weighed has the weights that a [Linear] gives a question's moves. Its slices hold until the next question.
type Weighed[A any] struct {
	Moves  []A
	Shares []float64 // the probability of each move
	Rows   []float64 // the features of the first move, then of the second, …
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
	if need := n*(k+1) + len(l.facts); len(q.room) < need {
		q.room = make([]float64, 2*need)
	}
	room := q.room
	w.Shares, w.Rows = room[:n], room[n:n*(k+1)]
	facts := room[n*(k+1):][:len(l.facts)]
	for i, f := range l.facts {
		facts[i] = f.Of(&q.View)
	}
	clear(w.Rows)
	for i, a := range w.Moves {
		x := w.Rows[i*k:][:k]
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
		w.Shares[i] = sum
	}
	if !roll.Shares(w.Shares) {
		panic("Features: a feature is not a number")
	}
	return w
}
