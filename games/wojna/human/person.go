package human

import (
	"fmt"
	"strings"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

var _ human.Maker = New

// New makes a table at which a person sits in a seat, for a single deal: a run of the contest
// has forty. The person is told what a program in that seat hears.
func New(s human.Sitting) human.Table {
	one := table.Game{Deals: 1}
	t := table.NewTable(one)
	t.Trace(func(line string) {
		if text, ok := table.Heard(line, s.Seat); ok {
			if news := heard(text, s.Seat); news != "" {
				s.News(news)
			}
		}
	})
	told := human.Observed(t, func(at int, p engine.Player) engine.Player {
		if at == s.Seat {
			return p
		}
		return &rival{p.(seat.Policy), name(at, s.Seat), s.Thought}
	})
	return human.Table{Table: told, Unit: one.Info().ScoreUnit, Person: person(s.Ask), Bot: s.Bot}
}

func name(s, me int) string {
	if s == me {
		return "You"
	}
	return fmt.Sprintf("Seat %d", s+1)
}

// heard is what a command of the protocol says to a person; empty for commands that the person
// is told otherwise.
func heard(command string, me int) string {
	var s, card, pot, seats int
	var stack [seat.Seats]int
	var move string
	if n, _ := fmt.Sscanf(command, "topcard %d %d", &s, &card); n == 2 && s-1 != me {
		return fmt.Sprintf("%s shows a %d.", name(s-1, me), card)
	}
	if n, _ := fmt.Sscanf(command, "play %d %s", &s, &move); n == 2 && s-1 != me {
		_, did, _ := strings.Cut(strings.TrimPrefix(command, "play "), " ")
		return fmt.Sprintf("%s: %s.", name(s-1, me), did)
	}
	if n, _ := fmt.Sscanf(command, "setstate %d %d %d %d %d %d", &pot, &seats, &stack[0], &stack[1], &stack[2], &stack[3]); n == 6 {
		return fmt.Sprintf("A bidding begins: %d cards in the pot, stacks of %s.", pot, stacks(stack, me))
	}
	return ""
}

func stacks(all [seat.Seats]int, me int) string {
	var list []string
	for s, n := range all {
		list = append(list, fmt.Sprintf("%s %d", name(s, me), n))
	}
	return strings.Join(list, ", ")
}

// person asks for moves.
type person func(human.Question) int

func (ask person) Act(v *seat.View, _ uint64) seat.Action {
	price := v.Price()
	q := human.Question{Text: "Your move", Know: []string{
		fmt.Sprintf("Your card on top: %d", v.Card),
		fmt.Sprintf("In the pot: %d; to stay costs you %d", v.Pot, price),
		"Stacks: " + stacks(v.Stack, v.Me),
	}}
	if v.War {
		q.Text = "Your move in the war"
	}
	var moves []seat.Action
	for a := range seat.Actions {
		if v.Legal().Has(a) {
			moves = append(moves, a)
			q.Options = append(q.Options, offer(a, price))
		}
	}
	return moves[ask(q)]
}

// offer says what a move would do.
func offer(a seat.Action, price int) string {
	switch {
	case a == seat.Pass:
		return "fold"
	case a == seat.Check && price == 0:
		return "check"
	case a == seat.Check:
		return fmt.Sprintf("pay %d", price)
	case price == 0:
		return fmt.Sprintf("raise by %d", a.By())
	}
	return fmt.Sprintf("pay %d and raise by %d", price, a.By())
}

// rival is a bot with a listener for its thoughts.
type rival struct {
	seat.Policy
	name    string
	thought func(human.Thought)
}

func (r *rival) Act(v *seat.View, roll uint64) seat.Action {
	price := v.Price()
	a := r.Policy.Act(v, roll)
	r.thought(human.Thought{Who: r.name, Held: fmt.Sprintf("a %d", v.Card), Did: offer(a, price)})
	return a
}
