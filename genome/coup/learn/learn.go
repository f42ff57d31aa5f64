// Package learn is the policy gradient of a two-player Coup bot; see package gradient.
//
// Every answer of package coup is drawn with probabilities that are a function of
// genes, p(a) ~ exp(sum(a)), so the logarithm of the probability of a whole game's
// answers has a derivative by every gene.
package learn

import (
	"math"

	"bloodline/engine"
	"bloodline/engine/coup/seat"
	"bloodline/genome/coup"
	"bloodline/genome/gradient"
)

// Trajectory plays as [coup.Rules] of the same genes do, roll for roll, and records
// the derivatives of its answers' log-probabilities. One goroutine uses it.
type Trajectory struct {
	rules *coup.Rules
	terms *coup.Terms
	done  []coup.Term // derivatives of the log-probabilities, answer by answer

	_ engine.CacheLinePad
}

var (
	_ seat.Policy         = (*Trajectory)(nil)
	_ gradient.Trajectory = (*Trajectory)(nil)
)

// New returns a trajectory of rules that were compiled from genes.
func New(rules *coup.Rules, genes []float64) *Trajectory {
	return &Trajectory{rules: rules, terms: coup.NewTerms(genes)}
}

// Act answers as the rules do. It takes a fifth of a microsecond.
func (t *Trajectory) Act(v *seat.View, roll uint64) seat.Action {
	a := t.rules.Act(v, roll)
	if v.Ask == seat.AskReply && a.Given() != seat.NoRole {
		t.note(t.terms.Options(v), seat.Pass)
		t.note(t.terms.Cards(v), a)
		return a
	}
	t.note(t.terms.Options(v), a)
	return a
}

// note records the derivative of the log-probability of a choice: for each option,
// the slopes of its terms, times 1 if it was chosen and 0 if not, less its probability.
func (t *Trajectory) note(options []coup.Option, chosen seat.Action) {
	top, total := math.Inf(-1), 0.0
	for i := range options {
		if options[i].Certain {
			return // its probability is 1 whatever the genes
		}
		top = max(top, options[i].Sum)
	}
	for i := range options {
		o := &options[i]
		if o.Sum -= top; o.Sum < impossible {
			o.Sum = 0
			continue
		}
		o.Sum = math.Exp(o.Sum)
		total += o.Sum
	}
	for i := range options {
		o := &options[i]
		residual := -o.Sum / total
		if o.Action == chosen {
			residual++
		}
		if math.Abs(residual) < negligible {
			continue
		}
		for _, x := range o.Terms {
			t.done = append(t.done, coup.Term{Gene: x.Gene, Slope: residual * x.Slope})
		}
	}
}

const (
	impossible = -20  // log-odds behind the best option, beyond which a choice has probability 0
	negligible = 1e-6 // of 1 - probability, below which the derivative counts as 0
)

// Add adds the gradient of the answers since the last call; see [gradient.Trajectory].
func (t *Trajectory) Add(advantage float64, into []int64) {
	for _, x := range t.done {
		into[x.Gene] += gradient.Fixed(x.Slope * advantage)
	}
	t.done = t.done[:0]
}
