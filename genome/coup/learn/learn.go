// Package learn tells a two-player Coup bot which of its genes earned a game's
// result.
//
// Every answer of package coup is drawn with probabilities that are a function of
// genes, p(a) ~ exp(sum(a)). So the logarithm of the probability of a whole game's
// answers has a derivative by every gene, and over many games that derivative times
// the result is the derivative of the expected result: the gene's credit (REINFORCE,
// Williams 1992). It costs no games beyond those that measure the bot anyway.
package learn

import (
	"math"

	"bloodline/engine"
	"bloodline/engine/coup/seat"
	"bloodline/genome/coup"
)

// Student plays as [coup.Rules] of the same genes do, roll for roll, and remembers
// what each gene had to do with it. One goroutine uses it.
type Student struct {
	rules   *coup.Rules
	reasons *coup.Reasons
	done    []coup.Reason // derivatives of the log-probabilities, answer by answer

	_ engine.CacheLinePad
}

var _ seat.Policy = (*Student)(nil)

// New returns a student who plays by rules that were compiled from genes.
func New(rules *coup.Rules, genes []float64) *Student {
	return &Student{rules: rules, reasons: coup.NewReasons(genes)}
}

// Act answers as the rules do. It takes a fifth of a microsecond.
func (s *Student) Act(v *seat.View, roll uint64) seat.Action {
	a := s.rules.Act(v, roll)
	if v.Ask == seat.AskReply && a.Given() != seat.NoRole {
		s.note(s.reasons.Options(v), seat.Pass)
		s.note(s.reasons.Cards(v), a)
		return a
	}
	s.note(s.reasons.Options(v), a)
	return a
}

// note adds the derivative of the log-probability of a choice: for each option,
// what its genes weigh, times whether it was chosen less how likely that was.
func (s *Student) note(options []coup.Option, chosen seat.Action) {
	top, total := math.Inf(-1), 0.0
	for i := range options {
		if options[i].Certain {
			return // no gene had a part in it
		}
		top = max(top, options[i].Sum)
	}
	for i := range options {
		o := &options[i]
		if o.Sum -= top; o.Sum < hopeless {
			o.Sum = 0
			continue
		}
		o.Sum = math.Exp(o.Sum)
		total += o.Sum
	}
	for i := range options {
		o := &options[i]
		surprise := -o.Sum / total
		if o.Action == chosen {
			surprise++
		}
		if math.Abs(surprise) < unsurprising {
			continue
		}
		for _, x := range o.Reasons {
			s.done = append(s.done, coup.Reason{Gene: x.Gene, By: surprise * x.By})
		}
	}
}

const (
	hopeless     = -20  // log-odds behind the best option, beyond which a choice counts as impossible
	unsurprising = 1e-6 // of probability, below which there is nothing to learn
)

// Learn adds the credit of the answers since the last call, for a game that ended
// so many points above expectation, and forgets them. A gene's credit is rounded to
// units of 2^-24: sums of integers do not depend on who adds them up, and when.
func (s *Student) Learn(surplus float64, into []int64) {
	for _, x := range s.done {
		into[x.Gene] += int64(math.RoundToEven(x.By * surplus * (1 << 24)))
	}
	s.done = s.done[:0]
}
