package parts

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"bloodline/arena/clone"
	"bloodline/arena/record"
	"bloodline/genome/gradient"
	"bloodline/small"
)

// cloning fits genes to the moves of another player.
func cloning[V small.View[A], A comparable](g small.Game[V, A]) clone.Kit[small.Question[V, A], A] {
	k := clone.Kit[small.Question[V, A], A]{
		Rules: func(genes []float64) record.Policy[small.Question[V, A], A] { return g.Player(genes) },
		Copy: func(q *small.Question[V, A]) *small.Question[V, A] {
			return &small.Question[V, A]{View: q.View, Legal: append([]A(nil), q.Legal...)}
		},
		Kind:   func(*small.Question[V, A]) string { return "move" },
		Method: clone.Method{Steps: 300, Rate: 0.05, Decay: 100, Strangers: 3},
	}
	if g.Situation != nil {
		k.Kind = func(q *small.Question[V, A]) string { return g.Situation(&q.View) }
	}
	if g.Features != nil {
		k.Observer = func(genes []float64) gradient.Observer[small.Question[V, A], A] {
			l := small.Learner[V, A]{Linear: *g.Player(genes).(*small.Linear[V, A])}
			return l.NewObserver()
		}
	}
	return k
}

// replay asks the seats of a game on record what they were asked, through the game's protocol, and has them
// answer what they answered. A question without its view is left out.
func replay[V small.View[A], A comparable](g small.Game[V, A]) record.Replay {
	return func(trace []string, sit record.Sit) (unknown int, err error) {
		for s := range g.Info.Seats {
			var fault error
			asked, answers := split(trace, s)
			n := 0
			script := record.Script[small.Question[V, A], A](func(q *small.Question[V, A]) A {
				a, err := small.Read(q, answers[n])
				if n++; err != nil {
					fault = errors.Join(fault, fmt.Errorf("trace: answer %d of seat %d: %w", n, s, err))
					return q.Legal[0]
				}
				return a
			})
			p, ok := sit(s, script).(small.Policy[V, A])
			if !ok {
				continue
			}
			if err := g.Serve(p, 0, strings.NewReader(strings.Join(asked, "\n")), io.Discard); err != nil {
				return 0, fmt.Errorf("trace: questions of seat %d: %w", s, err)
			}
			if fault != nil {
				return 0, fault
			}
			unknown += strings.Count(strings.Join(trace, "\n")+"\n", fmt.Sprintf("\n%d> ?\n", s))
		}
		return unknown, nil
	}
}

// split returns the questions that a seat was asked and has answered, and the answers.
func split(trace []string, seat int) (asked, answers []string) {
	ask, answer, last := fmt.Sprintf("%d> ", seat), fmt.Sprintf("%d< ", seat), ""
	for _, line := range trace {
		if text, ok := strings.CutPrefix(line, ask); ok {
			last = text
		} else if text, ok := strings.CutPrefix(line, answer); ok && last != "?" && last != "" {
			asked, answers, last = append(asked, last), append(answers, text), ""
		}
	}
	return asked, answers
}
