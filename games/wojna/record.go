package wojna

import (
	"fmt"
	"strings"

	"bloodline/arena/clone"
	"bloodline/arena/kit"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// decisions describes the moves of a seat. A view has 16 kB, so clones keep only some.
var decisions = kit.Kit[seat.View, seat.Action]{
	Genes:    rules.Genes,
	Rules:    func(genes []float64) record.Policy[seat.View, seat.Action] { return rules.New(genes) },
	Observer: func(genes []float64) engine.Observer[seat.View, seat.Action] { return newTrajectory(genes) },
	Copy: func(v *seat.View) *seat.View {
		v.Under() // makes the view count its cards, because it forgets events that are too old
		c, r := *v, *v.PublicState
		c.PublicState = &r
		return &c
	},
	Kind: func(v *seat.View) string {
		if v.Price() == 0 {
			return "nothing to pay"
		}
		return "to pay"
	},
	Most:       16_000,
	Method:     clone.Method{Steps: 600, Batch: 2000, Rate: 0.02, Decay: 150, Start: map[string]float64{"mix.heat": 0.5}},
	Trajectory: func(genes []float64) engine.Trajectory { return newTrajectory(genes) },
	Legal: func(v *seat.View) (out []seat.Action) {
		for a := range seat.Actions {
			if v.Legal().Has(a) {
				out = append(out, a)
			}
		}
		return out
	},
	Name:     func(v *seat.View, a seat.Action) string { return does("", v, a) },
	Question: question, Know: know,
	Held: func(v *seat.View) string { return fmt.Sprintf("a %d", v.Card) },
	Sit:  sit, Tell: tell,
}

// replay sends every seat what it got in a run on record, in the contest's protocol, and makes it move as it did. A
// move of a seat that did not get its own card cannot be replayed and is counted in unknown.
func replay(trace []string, sit record.Sit) (unknown int, err error) {
	var next seat.Action
	script := record.Script[seat.View, seat.Action](func(*seat.View) seat.Action { return next })
	for s := range seat.Seats {
		p, ok := sit(s, script).(seat.Policy)
		if !ok {
			continue
		}
		bot := seat.NewProgram("", p, 0)
		for n, line := range trace {
			command, heard := table.Heard(line, s)
			if !heard {
				continue
			}
			asked := strings.HasPrefix(command, "genmove ")
			if asked {
				if n+1 == len(trace) {
					break // the program forfeited here
				}
				move, ok := strings.CutPrefix(trace[n+1], fmt.Sprintf("all play %d ", s+1))
				if next, err = seat.ParseAction(strings.Fields(move)...); err != nil || !ok {
					return 0, fmt.Errorf("trace, line %d: %.40q must be the move of player %d", n+2, trace[n+1], s+1)
				}
			}
			switch reply, _ := bot.Do(command); {
			case !strings.HasPrefix(reply, "?"):
			case asked && strings.HasSuffix(strings.TrimSpace(reply), "is not known"):
				unknown++
			default:
				return 0, fmt.Errorf("trace, line %d: %.40q: %s", n+1, line, strings.TrimSpace(reply[1:]))
			}
		}
	}
	return unknown, nil
}
