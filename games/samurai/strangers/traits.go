package strangers

import (
	"fmt"

	"bloodline/games/samurai/seat"
)

// Traits describes the style in words.
func (p *Player) Traits() []string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	switch p.way {
	case plans:
		add(true, "follows a plan, whatever the others do")
	case follows:
		add(p.whom == 0, "goes where the leader went")
		add(p.whom > 0, "goes where another one went")
	default:
		p.thoughts(add)
	}
	if p.way == plans || p.opens || p.strikes < seat.Turns {
		add(p.plan[strengths-1] > 4, "plans for strong lords")
		add(p.plan[strengths-1] < 0.8, "plans for weak lords")
	}
	add(max(p.pile[0], p.pile[1]) > 0.07, "piles up its visits")
	add(min(p.pile[0], p.pile[1]) < -0.13, "spreads its visits")
	add(p.crowd > 0.1, "goes where the others go")
	add(p.crowd < -0.1, "goes where the others are not")
	add(p.fond > 0.3, "has favourite lords")
	add(p.noise > 0.05, "visits at random now and then")
	return out
}

// thoughts adds the traits of players that weigh their visits.
func (p *Player) thoughts(add func(is bool, format string, args ...any)) {
	add(p.way == chances && p.rash, "weighs chances, a small lead is all to it")
	add(p.way == chances && !p.rash, "weighs chances")
	add(p.way == margins, "counts margins")
	add(p.strikes < seat.Turns, "strikes %d turns before a scoring", p.strikes)
	add(p.trust < 0.5, "hardly expects the others to move")
	add(p.byNeed > 0.4, "expects the others to go where they need to")
	add(p.byLast > 0.4, "expects that the others repeat their last day")
	add(p.reads > 0.2, "reads the secret nights")
	add(p.top < 0.75*p.last, "minds last places most")
	add(p.last < 0.75*p.top, "minds tops most")
	add(p.final > 0.9, "plays for the second scoring from the start")
	add(p.threat > 0.25, "fights the leader")
}
