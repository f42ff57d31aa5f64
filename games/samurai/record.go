package samurai

import (
	"errors"
	"fmt"
	"strings"

	"bloodline/arena/kit"
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/games/samurai/rules"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

// decisions describes a seat's moves. The rules have no gradient, so clones are fitted by the share of equal visits.
var decisions = kit.Kit[seat.View, seat.Action]{
	Genes: rules.Genes,
	Rules: func(genes []float64) record.Policy[seat.View, seat.Action] { return rules.New(genes) },
	Copy:  func(v *seat.View) *seat.View { c := *v; return &c },
	Kind: func(v *seat.View) string {
		if v.Night() {
			return "night"
		}
		return "day"
	},
	Alike: func(a, b seat.Action) float64 {
		same := 0
		for l := range seat.Lords {
			same += min(a.Count(l), b.Count(l))
		}
		return float64(same) / float64(a.Size())
	},
	Name: visits, Know: know, Held: func(v *seat.View) string { return "turn " + when(v) },
	Sit: sit, Ask: ask, Tell: tell, End: end,
}

// errEnd stops a game whose record is incomplete.
var errEnd = errors.New("the record ends")

// replay plays a game on record again. The record must have the strengths, sent at the start, and all answers.
func replay(trace []string, sit record.Sit) (unknown int, err error) {
	var strength [seat.Lords]uint8
	var answers [seat.Seats][]string
	set := false
	for n, line := range trace {
		if s, text, ok := engine.Answered(line); ok && s < seat.Seats {
			turn := len(answers[s]) + 1
			if _, clean := table.ParseAnswer(text, uint8(turn)); !clean || turn > seat.Turns {
				return 0, fmt.Errorf("trace, line %d: %.40q is not an answer on turn %d", n+1, line, turn)
			}
			answers[s] = append(answers[s], text)
		}
		if _, text, ok := engine.Sent(line); ok && !set && n > 0 && strings.HasSuffix(trace[n-1], "> 9 4 6") {
			words := strings.Fields(text)
			for l := range strength {
				if len(words) != seat.Lords || len(words[l]) != 1 || words[l][0] < '0'+seat.MinStrength || words[l][0] > '0'+seat.MaxStrength {
					return 0, fmt.Errorf("trace, line %d: %.40q must be six strengths", n+1, line)
				}
				strength[l] = words[l][0] - '0'
			}
			set = true
		}
	}
	if !set {
		return 0, errors.New("trace: the strengths of the lords must follow 9 4 6")
	}
	seats := make([]engine.Player, seat.Seats)
	for s := range seats {
		script := record.Script[seat.View, seat.Action](func(v *seat.View) seat.Action {
			if int(v.Turn) > len(answers[s]) {
				panic(errEnd)
			}
			a, _ := table.ParseAnswer(answers[s][v.Turn-1], v.Turn)
			return a
		})
		if seats[s] = sit(s, script); seats[s] == nil {
			seats[s] = script
		}
	}
	defer func() {
		if p := recover(); p != nil && p != errEnd {
			panic(p)
		}
	}()
	new(table.Table).PlayDeal(0, &strength, seats)
	return 0, nil
}
