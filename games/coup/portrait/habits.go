package portrait

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/games/coup/seat"
)

// Habits lists what the tables show, by cards left, as counts under plain names:
// the form in which two players can be contrasted.
func (p *Probe) Habits() []portrait.Habit {
	var out []portrait.Habit
	add := func(row int, name string) {
		for s, t := range p.counts[row][:situations] {
			out = append(out, portrait.Habit{Name: name + " at " + situationNames[s], Did: t.did, Could: t.could})
		}
	}
	add(rowIncome, "takes Income")
	add(rowAid, "takes Foreign Aid")
	add(rowCoup, "pays for the Coup with 7 to 9 coins")
	for i, a := range actions {
		role := a.Claims()
		add(rowAction+2*i, fmt.Sprintf("bluffs %v without %s", a, article(role)))
		add(rowAction+2*i+1, fmt.Sprintf("chooses %v with %s", a, article(role)))
	}
	for i, b := range blocks {
		role := b.block.Claims()
		add(rowBlock+2*i, fmt.Sprintf("fakes %s against %v", article(role), b.stops))
		add(rowBlock+2*i+1, fmt.Sprintf("blocks %v with %s", b.stops, article(role)))
	}
	for i := range claims {
		add(rowChallenge+i, "challenges "+claimName(i))
	}
	for r := range seat.Role(seat.Roles) {
		add(rowGive+int(r), fmt.Sprintf("gives up the %v", r))
		add(rowKeep+int(r), fmt.Sprintf("keeps the %v in an Exchange", r))
	}
	return out
}
