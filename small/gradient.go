package small

import (
	"bloodline/engine"
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

// trajectory is what one player did in one game.
type trajectory[V View[A], A comparable] struct {
	Linear[V, A]
	sum []float64 // derivatives of the log-probability of all moves, by gene

	_ engine.CacheLinePad // must be last
}

// Act plays, and adds the derivative: the features of the move less their mean.
func (t *trajectory[V, A]) Act(q *Question[V, A], x uint64) A {
	w := t.Weigh(q)
	k := w.draw(x)
	for i, p := range w.Shares {
		if i == k {
			p--
		}
		for j, y := range w.Features(i) {
			t.sum[j] -= float64(p * y)
		}
	}
	return w.Moves[k]
}

// Add adds the game's share of the policy gradient, and forgets the game.
func (t *trajectory[V, A]) Add(advantage float64, into []int64) {
	for j, d := range t.sum {
		into[j] += gradient.Fixed(advantage * d)
	}
	clear(t.sum)
}
