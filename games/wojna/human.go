package wojna

import (
	"fmt"
	"strings"

	"bloodline/arena/human"
	"bloodline/arena/kit"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// sit reports to a person what a program in that seat would get.
func sit(t engine.Table, s human.Sitting) func() []human.Side {
	t.(*table.Table).Trace(func(line string) {
		if text, ok := table.Heard(line, s.Seat); ok {
			if news := heard(text, s.Seat); news != "" {
				s.News(news)
			}
		}
	})
	return nil
}

func name(s, me int) string {
	who, _ := kit.SeatLabel(seat.Seats, s, me)
	return who
}

// heard puts a command of the protocol into words for a person. It is empty for what the person sees elsewhere.
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
		return fmt.Sprintf("A bidding begins: %d cards in the pot, stacks of %s.", pot, stackList(stack, me))
	}
	return ""
}

func stackList(all [seat.Seats]int, me int) string {
	var list []string
	for s, n := range all {
		list = append(list, fmt.Sprintf("%s %d", name(s, me), n))
	}
	return strings.Join(list, ", ")
}

func question(v *seat.View) string {
	if v.War {
		return "Your move in the war"
	}
	return "Your move"
}

func know(v *seat.View) []string {
	return []string{
		fmt.Sprintf("Your card on top: %d", v.Card),
		fmt.Sprintf("In the pot: %d; to stay costs you %d", v.Pot, v.Price()),
		"Stacks: " + stackList(v.Stack, v.Me),
	}
}

// does puts a move into words: "pay 2 and raise by 1". s is the ending of the verbs: "s" for another player's move.
func does(s string, v *seat.View, a seat.Action) string {
	price := v.Price()
	switch {
	case a == seat.Pass:
		return "fold" + s
	case a == seat.Check && price == 0:
		return "check" + s
	case a == seat.Check:
		return fmt.Sprintf("pay%s %d", s, price)
	case price == 0:
		return fmt.Sprintf("raise%s by %d", s, a.By())
	}
	return fmt.Sprintf("pay%s %d and raise%s by %d", s, price, s, a.By())
}

// tell puts a move into words for a spectator: with the seat's cards, its peeked card and the price.
func tell(_ engine.Table, names []string, s int, v *seat.View, a seat.Action) []human.Move {
	war, price := "", ""
	if v.War {
		war = ", war"
	}
	if v.Price() > 0 && a == seat.Pass {
		price = fmt.Sprintf(" to a price of %d", v.Price())
	}
	return []human.Move{{Text: fmt.Sprintf("deal %2d%s  %s has %d cards, peeks a %d, %s%s", v.Deals, war, names[s], v.Stack[v.Me], v.Card, does("s", v, a), price)}}
}
