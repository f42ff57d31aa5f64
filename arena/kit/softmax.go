package kit

import (
	"slices"

	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// Weighed is how a softmax policy weighs the answers to a question. Its slices hold until the next question.
type Weighed[A any] struct {
	Answers  []A
	Shares   []float64 // the probability of each: in proportion to exp of the sum of genes times features
	Features []float64 // of the first answer, then of the second, …
}

// Of are the features of answer i.
func (w *Weighed[A]) Of(i int) []float64 {
	k := len(w.Features) / len(w.Answers)
	return w.Features[i*k : (i+1)*k]
}

// learner plays as a softmax policy does and adds up its policy gradient (REINFORCE, Williams 1992).
type learner[V any, A comparable] struct {
	weigh func(v *V) Weighed[A]
	sum   []float64 // derivatives of the log-probability of all answers, by gene

	_ engine.CacheLinePad // must be last
}

// Act draws an answer, and adds the derivative: its features less their mean.
func (l *learner[V, A]) Act(v *V, x uint64) A {
	w := l.weigh(v)
	i := roll.Draw(x, w.Shares)
	l.chose(&w, i)
	return w.Answers[i]
}

func (l *learner[V, A]) chose(w *Weighed[A], k int) {
	for i, p := range w.Shares {
		if i == k {
			p--
		}
		for j, y := range w.Of(i) {
			l.sum[j] -= float64(p * y)
		}
	}
}

// Add adds the game's share of the policy gradient, and forgets the game.
func (l *learner[V, A]) Add(advantage float64, into []int64) {
	for j, d := range l.sum {
		into[j] += engine.Fixed(advantage * d)
	}
	clear(l.sum)
}

// observer learns from answers of other players.
type observer[V any, A comparable] struct{ *learner[V, A] }

const unlikely = 1e-4 // the least probability of an answer of another player

// Observe adds the derivative of the log-probability of an answer.
func (o observer[V, A]) Observe(v *V, a A) (log float64, ok bool) {
	w := o.weigh(v)
	i := slices.Index(w.Answers, a)
	if i < 0 {
		return 0, false
	}
	o.chose(&w, i)
	return roll.Log(max(unlikely, w.Shares[i])), true
}

func (o observer[V, A]) Flush(into []int64) { o.Add(1, into) }

// player is the rules of some genes, which can be asked for their gradient.
type player[V, A any] struct {
	record.Policy[V, A]
	genes      []float64
	trajectory func([]float64) engine.Trajectory
}

func (p player[V, A]) NewTrajectory() engine.Trajectory { return p.trajectory(p.genes) }

func (p player[V, A]) Genes() int { return len(p.genes) }
