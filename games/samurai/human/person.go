package human

import (
	"fmt"
	"strings"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

var _ human.Maker = New

// New makes a table at which a person sits in a seat. The person names the lords to visit one
// by one. What others visit by day is told when it is public: with the report of the next
// turn.
func New(s human.Sitting) human.Table {
	t := human.Observed(table.Game{}.NewTable(), func(at int, p engine.Player) engine.Player {
		if at == s.Seat {
			return p
		}
		return &rival{p.(seat.Policy), fmt.Sprintf("seat %d", at+1), s.Thought}
	})
	return human.Table{Table: t, Person: &person{s.Ask, s.News}, Bot: s.Bot}
}

// person asks for the visits of a turn.
type person struct {
	ask  func(human.Question) int
	news func(string)
}

var _ seat.Observer = (*person)(nil)

func (p *person) Act(v *seat.View, _ uint64) seat.Action {
	p.tell(v)
	n := seat.Visits(v.Turn)
	var a seat.Action
	for k := range n {
		q := human.Question{Text: fmt.Sprintf("%s: visit %d of %d", when(v), k+1, n), Know: know(v)}
		if k > 0 {
			q.Know = append(q.Know, "So far: "+visits(v, a))
		}
		for l := range seat.Lords {
			q.Options = append(q.Options, fmt.Sprintf("%c (strength %d)", 'A'+l, v.Strength[l]))
		}
		a = a.With(p.ask(q), 1)
	}
	p.news("You visit " + visits(v, a) + ".")
	return a
}

// tell says what the report of a turn adds.
func (p *person) tell(v *seat.View) {
	if v.Night() {
		for j := 1; j < seat.Seats; j++ {
			var list []string
			for l := range seat.Lords {
				if n := v.Fresh[l][j]; n > 0 {
					list = append(list, fmt.Sprintf("%c by %d", 'A'+l, n))
				}
			}
			p.news(fmt.Sprintf("Rival %d has gained with %s.", j, strings.Join(list, ", ")))
		}
	}
	if v.Turn == seat.HalfTurn+1 {
		p.news(fmt.Sprintf("Half-time: you have %.2f points, the rivals %.2f, %.2f and %.2f.", points(v.Half[0]), points(v.Half[1]), points(v.Half[2]), points(v.Half[3])))
	}
	if !v.Night() && v.Turn > 1 {
		p.news("In the night the lords had " + counts(v) + " visits.")
	}
}

func counts(v *seat.View) string {
	var list []string
	for l, n := range v.Count {
		list = append(list, fmt.Sprintf("%c %d", 'A'+l, n))
	}
	return strings.Join(list, ", ")
}

// know lists the intimacies that are public, and the own ones.
func know(v *seat.View) (out []string) {
	for l := range seat.Lords {
		out = append(out, fmt.Sprintf("%c (strength %d): you %d; in public you %d, the rivals %d, %d and %d",
			'A'+l, v.Strength[l], v.Own[l], v.Public[l][0], v.Public[l][1], v.Public[l][2], v.Public[l][3]))
	}
	return out
}

func when(v *seat.View) string {
	if v.Night() {
		return fmt.Sprintf("Turn %d, night", v.Turn)
	}
	return fmt.Sprintf("Turn %d, day", v.Turn)
}

// Over tells the points of all.
func (p *person) Over(_ *seat.Matrix, totals *[seat.Seats]int32) {
	p.news(fmt.Sprintf("The end: you have %.2f points, the rivals %.2f, %.2f and %.2f.", points(totals[0]), points(totals[1]), points(totals[2]), points(totals[3])))
}

// rival is a bot with a listener for its moves.
type rival struct {
	seat.Policy
	name    string
	thought func(human.Thought)
}

func (r *rival) Act(v *seat.View, roll uint64) seat.Action {
	a := r.Policy.Act(v, roll)
	r.thought(human.Thought{Who: r.name, Did: when(v) + ": " + visits(v, a)})
	return a
}
