package strangers

import (
	"fmt"

	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

type way uint8

const (
	chances way = iota // by the chances of the top and the last place at each lord
	margins            // by the distances to the top and the last place
	plans              // by a fixed plan
	follows            // as a rival did on its last day
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

// Player is one draw, a seed's numbers, without state between choices. Distances are differences of intimacy.
type Player struct {
	way   way
	noise float64 // rate of random turns

	plan    [strengths]float64  // how much intimacy it plans for a lord, by strength
	taste   [seat.Lords]float64 // factor of the plan by the lord's number
	opens   bool                // follows its plan on turn 1
	strikes int                 // follows its plan while this many turns or more are left before a scoring
	whom    int                 // column that it follows, 0 for the leader

	// Shares of the others' visits that it expects by strengths, by needs, as on their last day, and by intimacy.
	byStrength, byNeed, byLast, byHabit float64
	need                                float64 // distance to the top or the last place at which a visit is needed half as much
	trust, later                        float64 // share of the others' visits of this turn that it counts on; of all later visits
	reads                               float64 // how much it infers from public visits who made the secret ones

	price          [strengths]float64 // value of a lord by strength
	top, last      float64            // weights of gaining the top and of avoiding the last place
	final          float64            // weight of the second scoring in the first half
	spread, widens float64            // distance that makes a place fairly safe; how it grows with the turns to come
	rash           bool               // takes a lead of that distance for certain
	threat         float64            // weight of the leader's points against its own
	mood           float64            // in the lead at half-time, weight that moves from the top to the last place

	pile                [2]float64 // preference for many visits to one lord, by night and by day
	crowd, fond, jitter float64    // preference for lords that the others visit, for those of its taste; random part
}

// Draw makes the player the stranger of a seed, in place.
func (p *Player) Draw(seed uint64) {
	d := roll.Dice{Rand: roll.New(seed)}
	d.Skill = 0.9 * d.Float()
	if d.Happens(0.5) {
		d.Skill = 0.6 + float64(0.35*d.Float())
	}
	p.way = chances
	if d.Happens(0.25) {
		p.way = margins
	}
	p.plans(&d)
	p.forecasts(&d)
	p.values(&d)
	p.folly(&d)
}

// folly makes a few players that follow a plan or a rival, or move at random.
func (p *Player) folly(d *roll.Dice) {
	kind := d.Float()
	p.whom = int(d.Between(0, seat.Seats))
	switch {
	case kind < 0.05:
		p.way = plans
	case kind < 0.08:
		p.way = follows
	case kind < 0.11:
		p.noise = d.Between(0.3, 1)
	}
}

func (p *Player) plans(d *roll.Dice) {
	p.noise = (1 - d.Skill) * d.Rare(0.3, 0.3)
	steep := d.Near(1.3, -3, 4)
	share := 1.0
	by := roll.Exp(steep / 4)
	for i := range p.plan {
		p.plan[i] = share
		share *= by
	}
	picky := d.Rare(0.3, 1)
	for l := range p.taste {
		p.taste[l] = 1 + float64(picky*d.Between(-0.9, 1))
	}
	p.opens = d.Happens(0.5)
	p.strikes = seat.Turns
	if d.Happens(0.25) {
		p.strikes = 1 + int(d.Between(0, 4))
	}
}

func (p *Player) forecasts(d *roll.Dice) {
	p.byStrength, p.byNeed = d.Float(), d.Rare(0.7, 1)
	p.byLast, p.byHabit = d.Rare(0.7, 1), d.Rare(0.5, 1)
	sum := p.byStrength + p.byNeed + p.byLast + p.byHabit
	for _, x := range []*float64{&p.byStrength, &p.byNeed, &p.byLast, &p.byHabit} {
		*x /= sum
	}
	p.need = d.Near(3, 0.5, 8)
	p.trust, p.later = d.Near(1, 0, 1.2), d.Near(0.2, 0, 1)
	p.reads = d.Rare(0.5, 0.6)
}

func (p *Player) values(d *roll.Dice) {
	bias := d.Near(0, -0.2, 0.3)
	for i := range p.price {
		p.price[i] = float64(seat.MinStrength+i) * (1 + float64(bias*(float64(i)-1.5)))
	}
	p.top, p.last = d.Near(1, 0.2, 1.3), d.Near(1, 0.2, 1.3)
	p.final = d.Near(0.5, 0, 1.5)
	p.spread, p.widens = d.Near(1, 0.3, 4), d.Near(1, 0, 2)
	p.rash = d.Happens(0.3)
	p.threat = d.Rare(0.4, 0.6)
	p.mood = d.Near(0, -0.6, 0.6)
	for i := range p.pile {
		p.pile[i] = d.Near(0, -0.4, 0.25)
	}
	p.crowd = d.Near(0, -0.3, 0.3)
	p.fond = (1 - d.Skill) * d.Rare(0.3, 2)
	p.jitter = (1 - d.Skill) * d.Rare(0.4, 3)
}

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
