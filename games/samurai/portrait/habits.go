package portrait

import (
	"fmt"

	"bloodline/arena/portrait"
	"bloodline/games/samurai/seat"
)

// Habits lists what the tables show as counts under plain names, each name saying
// what is counted: the form in which two players can be contrasted.
func (p *Probe) Habits() []portrait.Habit {
	var out []portrait.Habit
	add := func(name string, did, could int64) {
		out = append(out, portrait.Habit{Name: name, Did: int(did), Could: int(could)})
	}
	for t := range p.visits {
		all := p.games * int64(seat.Visits(uint8(t+1)))
		on := fmt.Sprintf(" on turn %s", turnName(t))
		for s, n := range p.visits[t] {
			add(fmt.Sprintf("sends visits to lords of strength %d%s", seat.MinStrength+s, on), n, all)
		}
		add("sends visits to the three quiet lords"+on, p.quiet[t], all)
		if t > 0 {
			add("sends visits to lords of the turn before"+on, p.repeat[t], all)
		}
		// Beyond the first visit, how many more went to the same lord.
		add("piles further visits on its favourite"+on, p.biggest[t]-p.games, all-p.games)
	}
	for i, when := range []string{"at half-time", "at the end"} {
		for s, n := range p.lords {
			lord := fmt.Sprintf("with a lord of strength %d %s", seat.MinStrength+s, when)
			add("is first "+lord, p.tops[i][s], n)
			add("is last "+lord, p.lasts[i][s], n)
		}
	}
	return out
}
