// Package human narrates games of Negotiate and Conquer.
package human

import (
	"fmt"
	"strings"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

var _ human.Narrator = Narrate

// Narrate makes a table that tells a game: whom each seat visits in every turn, and the
// points at half-time and in the end.
func Narrate(names []string, told func(human.Move)) engine.Table {
	return human.Observed(table.Game{}.NewTable(), func(s int, p engine.Player) engine.Player {
		return &teller{p.(seat.Policy), names[s], told}
	})
}

type teller struct {
	seat.Policy
	name string
	told func(human.Move)
}

var _ seat.Observer = (*teller)(nil)

func (t *teller) Act(v *seat.View, roll uint64) seat.Action {
	a := t.Policy.Act(v, roll)
	if v.Turn == seat.HalfTurn+1 {
		t.told(human.Move{Text: fmt.Sprintf("half-time  %s has %.2f points", t.name, points(v.Half[0]))})
	}
	when := "day"
	if v.Night() {
		when = "night"
	}
	t.told(human.Move{Text: fmt.Sprintf("turn %d %-5s  %s visits %s", v.Turn, when, t.name, visits(v, a))})
	return a
}

// visits names the lords by letter and strength: "B (strength 6) twice, D (strength 3)".
func visits(v *seat.View, a seat.Action) string {
	var list []string
	for l := range seat.Lords {
		text := fmt.Sprintf("%c (strength %d)", 'A'+l, v.Strength[l])
		switch n := a.Count(l); n {
		case 0:
			continue
		case 1:
		case 2:
			text += " twice"
		default:
			text += fmt.Sprintf(" %d times", n)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// Over tells the points of the seat.
func (t *teller) Over(truth *seat.Matrix, totals *[seat.Seats]int32) {
	t.told(human.Move{Text: fmt.Sprintf("end        %s has %.2f points", t.name, points(totals[0]))})
	if o, ok := t.Policy.(seat.Observer); ok {
		o.Over(truth, totals)
	}
}

func points(total int32) float64 { return float64(total) / seat.Unit }
