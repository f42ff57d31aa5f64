// Package fast is Liar's Dice written for speed, in the five packages of a fast game: seat, table, rules,
// baselines and strangers. A kit makes the rest of its decisions: a person's seat, narration, inspect, records,
// clones, programs over the protocol of seat, and with the derivative below breeding along the policy gradient.
package fast

import (
	"embed"

	"bloodline"
	"bloodline/arena/clone"
	"bloodline/arena/kit"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/roll"

	"liarsdice/fast/baselines"
	"liarsdice/fast/rules"
	"liarsdice/fast/seat"
	"liarsdice/fast/strangers"
	"liarsdice/fast/table"
)

//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var sources embed.FS

// Game returns the game with everything that bloodline knows of it.
func Game() bloodline.Game {
	k := kit.Kit[seat.View, seat.Action]{
		Genes: rules.Genes,
		Kit: clone.Kit[seat.View, seat.Action]{
			Rules:    func(v []float64) record.Policy[seat.View, seat.Action] { return rules.New(v) },
			Observer: func(v []float64) engine.Observer[seat.View, seat.Action] { return &learner{Rules: rules.New(v)} },
			Copy:     func(v *seat.View) *seat.View { c := *v; return &c },
			Kind: func(v *seat.View) string {
				if last, ok := v.Last(); !ok {
					return "opens"
				} else if rules.Odds(v, last) < 0 {
					return "faces an unlikely bid"
				}
				return "faces a likely bid"
			},
			Method: clone.Method{Steps: 300, Rate: 0.05, Decay: 100},
		},
		Trajectory: func(v []float64) engine.Trajectory { return &learner{Rules: rules.New(v)} },
		Weights: func(p engine.Player) []float64 {
			if r, ok := p.(*rules.Rules); ok {
				return r[:]
			}
			return nil
		},
		Legal: (*seat.View).Actions, Public: true,
		Read: (*seat.View).Read, Parse: seat.Parse,
	}
	return k.Fill(bloodline.Game{
		Table:     table.Game{},
		Baselines: baselines.All(),
		Strangers: func(seed uint64, _ engine.Player) engine.Player { return strangers.New(seed) },
		Source: &bloodline.Source{
			Module: "liarsdice/fast", Files: sources, Protocol: seat.Protocol,
			Seat: "liarsdice/fast/seat", Rules: "liarsdice/fast/rules", Baselines: "liarsdice/fast/baselines", Strangers: "liarsdice/fast/strangers",
		},
	})
}

// learner plays as the rules do and adds up the derivative of the log-probability of its answers: the
// features of the answer less their mean.
type learner struct {
	*rules.Rules
	w   rules.Weighed
	sum rules.Rules

	_ engine.CacheLinePad // must be last
}

func (l *learner) Act(v *seat.View, x uint64) seat.Action {
	l.Weigh(v, &l.w)
	k := l.w.Draw(x)
	l.chose(k)
	return l.w.Actions[k]
}

func (l *learner) chose(k int) {
	for i := range l.w.N {
		p := l.w.Shares[i]
		if i == k {
			p--
		}
		for j, x := range l.w.Features[i] {
			l.sum[j] -= float64(p * x)
		}
	}
}

// Add implements engine.Trajectory.
func (l *learner) Add(advantage float64, into []int64) {
	for j, d := range l.sum {
		into[j] += engine.Fixed(advantage * d)
	}
	l.sum = rules.Rules{}
}

// Observe and Flush implement engine.Observer.
func (l *learner) Observe(v *seat.View, a seat.Action) (log float64, ok bool) {
	l.Weigh(v, &l.w)
	for k := range l.w.N {
		if l.w.Actions[k] == a {
			l.chose(k)
			return roll.Log(max(1e-4, l.w.Shares[k])), true
		}
	}
	return 0, false
}

func (l *learner) Flush(into []int64) { l.Add(1, into) }
