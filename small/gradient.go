package small

import (
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/genome/gradient"
)

// Learner is a [Linear] that estimates its policy gradient (REINFORCE, Williams 1992).
type Learner[V View[A], A comparable] struct{ Linear[V, A] }

// Genes returns how many derivatives there are.
func (l *Learner[V, A]) Genes() int { return len(l.Weights) }

// NewTrajectory returns a player for one worker, which records what it does.
func (l *Learner[V, A]) NewTrajectory() gradient.Trajectory {
	return &trajectory[V, A]{Linear: l.Linear, sum: make([]float64, len(l.Weights))}
}

// trajectory records the decisions of one player in one game.
type trajectory[V View[A], A comparable] struct {
	Linear[V, A]
	sum []float64 // derivatives of the log-probability of all moves, by gene

	_ engine.CacheLinePad // must be last
}

// Act plays, and adds the derivative: the features of the move less their mean.
func (t *trajectory[V, A]) Act(q *Question[V, A], x uint64) A {
	w := t.Weigh(q)
	k := w.draw(x)
	t.chose(&w, k)
	return w.Moves[k]
}

func (t *trajectory[V, A]) chose(w *Weighed[A], k int) {
	for i, p := range w.Shares {
		if i == k {
			p--
		}
		for j, y := range w.Features(i) {
			t.sum[j] -= float64(p * y)
		}
	}
}

// Add adds the game's share of the policy gradient, and forgets the game.
func (t *trajectory[V, A]) Add(advantage float64, into []int64) {
	for j, d := range t.sum {
		into[j] += gradient.Fixed(advantage * d)
	}
	clear(t.sum)
}

// NewObserver returns an observer of decisions of other players; see [gradient.Observer].
func (l *Learner[V, A]) NewObserver() gradient.Observer[Question[V, A], A] {
	return observer[V, A]{l.NewTrajectory().(*trajectory[V, A])}
}

// observer adds up the derivatives of the moves that it observes.
type observer[V View[A], A comparable] struct{ of *trajectory[V, A] }

// unlikely is the least probability of a move of another player.
const unlikely = 1e-4

// Observe adds the derivative of the log-probability of a move.
func (o observer[V, A]) Observe(q *Question[V, A], a A) (log float64, ok bool) {
	w := o.of.Weigh(q)
	k := slices.Index(w.Moves, a)
	if k < 0 {
		return 0, false
	}
	o.of.chose(&w, k)
	return roll.Log(max(unlikely, w.Shares[k])), true
}

// Flush hands the sums over.
func (o observer[V, A]) Flush(into []int64) { o.of.Add(1, into) }
