// Package human narrates games of Wojna deklarowana.
package human

import (
	"fmt"

	"bloodline/arena/human"
	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// Narrator makes tables that narrate a game: before each answer the answering player's
// cards, the card on top that no other seat sees, and the price.
func Narrator(g engine.Game) human.Narrator {
	return func(names []string, told func(human.Move)) engine.Table {
		return human.Observed(g.NewTable(), func(s int, p engine.Player) engine.Player {
			return &teller{p.(seat.Policy), names[s], told}
		})
	}
}

type teller struct {
	seat.Policy
	name string
	told func(human.Move)
}

func (t *teller) Act(v *seat.View, roll uint64) seat.Action {
	cards, price, war := v.Stack[v.Me], v.Price(), ""
	if v.War {
		war = ", war"
	}
	a := t.Policy.Act(v, roll)
	t.told(human.Move{Text: fmt.Sprintf("deal %2d%s  %s has %d cards, peeks a %d, %s", v.Deals, war, t.name, cards, v.Card, answer(a, price))})
	return a
}

func answer(a seat.Action, price int) string {
	switch {
	case a == seat.Pass && price > 0:
		return fmt.Sprintf("folds to a price of %d", price)
	case a == seat.Pass:
		return "folds"
	case a == seat.Check && price > 0:
		return fmt.Sprintf("pays %d", price)
	case a == seat.Check:
		return "checks"
	case price > 0:
		return fmt.Sprintf("pays %d and raises by %d", price, a.By())
	}
	return fmt.Sprintf("raises by %d", a.By())
}
