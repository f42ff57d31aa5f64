package strangers

import (
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// way is how a player decides.
type way uint8

const (
	chances way = iota // by the chances of the top and the last place at each lord
	margins            // by the distances to the top and the last place
	plans              // by a fixed plan
	follows            // as a rival did on its last day
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

// style has the numbers that a seed draws. Distances are differences of intimacy.
type style struct {
	way   way
	noise float64 // rate of random turns

	plan    [strengths]float64  // how much intimacy it plans for a lord, by strength
	taste   [seat.Lords]float64 // factor of the plan by the lord's number
	opens   bool                // follows its plan on turn 1
	strikes int                 // follows its plan while this many turns or more are left before a scoring
	whom    int                 // column that it follows, 0 for the leader

	// Shares of the others' visits that it expects by the lords' strengths, by what they need, as on their last day,
	// and where they already have intimacy.
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
	p.likes(&d)
	p.folly(&d)
}

// folly makes a few players that follow a plan or a rival, or move at random.
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
