package portrait

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/games/wojna/seat"
)

// Habits lists what the tables show as counts under plain names: the form in
// which two players can be contrasted.
func (p *Probe) Habits() []portrait.Habit {
	p.close()
	var out []portrait.Habit
	add := func(name string, did, could int64) {
		out = append(out, portrait.Habit{Name: name, Did: int(did), Could: int(could)})
	}
	names := bandNames()
	for b, name := range names {
		for n := 1; n < seat.Seats; n++ {
			free, paid := &p.free[b][n], &p.paid[b][n]
			against := fmt.Sprintf("a %s against %d", name, n)
			add("raises unasked with "+against, free.raise, free.asked)
			add("folds "+against+" when asked to pay", paid.pass, paid.asked)
			add("raises over a raise with "+against, paid.raise, paid.asked)
		}
	}
	for i, price := range priceNames() {
		t := &p.price[i]
		add("folds to a price of "+price, t.pass, t.asked)
	}
	for b, name := range names {
		t := &p.raised[b]
		add("gives up its own raise with a "+name+" when raised", t.pass, t.asked)
		add("raises again with a "+name+" when raised", t.raise, t.asked)
	}
	for i, cards := range stackNames() {
		t := &p.stack[i]
		add("folds with a stack of "+cards+" when asked to pay", t.pass, t.asked)
	}
	add("bluffs: raises first with a "+names[0], p.bluff.raise, p.bluff.asked)
	add("lays a trap: checks a "+names[bands-1]+" before others", p.trap.check, p.trap.asked)
	add("raises in a war", p.war.raise, p.war.asked)
	for _, by := range []struct {
		name string
		line int
	}{{"paying", 1}, {"raising", 2}} {
		_, n := p.meanShown(by.line)
		low := int64(0)
		for c := 1; band(c) == 0; c++ {
			low += p.shown[by.line][c]
		}
		add("shows a "+names[0]+" after "+by.name, low, n)
	}
	return out
}
