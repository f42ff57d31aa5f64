package strangers

import (
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// way is how a player decides.
type way uint8

const (
	chances way = iota // by the chances of top and last place
	margins            // by the distances to them
	plans              // by its plan
	follows            // as a rival did
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

// style is what is drawn. Distances are of intimacy.
type style struct {
	way   way
	noise float64 // rate of random visits

	plan    [strengths]float64  // share of a lord by strength
	taste   [seat.Lords]float64 // and by its number
	opens   bool                // begins with its plan
	strikes int                 // turns before a scoring from which on it follows its plan
	whom    int                 // column that it follows, 0 for the leader

	byStrength, byNeed, byLast, byHabit float64 // what it expects of the others
	need                                float64 // distance that they are expected to mind
	trust, later                        float64 // how far it counts on this turn's visits, and on later ones
	reads                               float64 // how far public visits tell of secret ones

	price          [strengths]float64 // of a lord by strength
	top, last      float64            // worth of the places
	final          float64            // weight of the second scoring in the first half
	spread, widens float64            // distance that counts, and its growth by turns to come
	rash           bool
	threat         float64 // how much the leader's points hurt
	mood           float64 // caution of one in the lead

	pile                [2]float64 // how it likes many visits of one lord, by night and by day
	crowd, fond, jitter float64    // how it likes the lords of the others and those of its taste; chance
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
	p.likes(&d)
	p.folly(&d)
}

// folly makes players of a few that do not think.
func (s *style) folly(d *roll.Dice) {
	kind := d.Float()
	s.whom = int(d.Between(0, seat.Seats))
	switch {
	case kind < 0.05:
		s.way = plans
	case kind < 0.08:
		s.way = follows
	case kind < 0.11:
		s.noise = d.Between(0.3, 1)
	}
}

func (s *style) plans(d *roll.Dice) {
	s.noise = (1 - d.Skill) * d.Rare(0.3, 0.3)
	steep := d.Near(1.3, -3, 4)
	share := 1.0
	by := roll.Exp(steep / 4)
	for i := range s.plan {
		s.plan[i] = share
		share *= by
	}
	picky := d.Rare(0.3, 1)
	for l := range s.taste {
		s.taste[l] = 1 + float64(picky*d.Between(-0.9, 1))
	}
	s.opens = d.Happens(0.5)
	s.strikes = seat.Turns
	if d.Happens(0.25) {
		s.strikes = 1 + int(d.Between(0, 4))
	}
}

func (s *style) forecasts(d *roll.Dice) {
	s.byStrength, s.byNeed = d.Float(), d.Rare(0.7, 1)
	s.byLast, s.byHabit = d.Rare(0.7, 1), d.Rare(0.5, 1)
	sum := s.byStrength + s.byNeed + s.byLast + s.byHabit
	for _, x := range []*float64{&s.byStrength, &s.byNeed, &s.byLast, &s.byHabit} {
		*x /= sum
	}
	s.need = d.Near(3, 0.5, 8)
	s.trust, s.later = d.Near(1, 0, 1.2), d.Near(0.2, 0, 1)
	s.reads = d.Rare(0.5, 0.6)
}

func (s *style) values(d *roll.Dice) {
	bias := d.Near(0, -0.2, 0.3)
	for i := range s.price {
		s.price[i] = float64(seat.MinStrength+i) * (1 + float64(bias*(float64(i)-1.5)))
	}
	s.top, s.last = d.Near(1, 0.2, 1.3), d.Near(1, 0.2, 1.3)
	s.final = d.Near(0.5, 0, 1.5)
	s.spread, s.widens = d.Near(1, 0.3, 4), d.Near(1, 0, 2)
	s.rash = d.Happens(0.3)
	s.threat = d.Rare(0.4, 0.6)
	s.mood = d.Near(0, -0.6, 0.6)
}

func (s *style) likes(d *roll.Dice) {
	for i := range s.pile {
		s.pile[i] = d.Near(0, -0.4, 0.25)
	}
	s.crowd = d.Near(0, -0.3, 0.3)
	s.fond = (1 - d.Skill) * d.Rare(0.3, 2)
	s.jitter = (1 - d.Skill) * d.Rare(0.4, 3)
}
