package strangers

import (
	"fmt"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// style is what is drawn. Cards are counted from 1 to 13, rates are probabilities.
type style struct {
	thinks bool // weighs moves; else goes by thresholds

	noise    float64 // rate of random moves
	wobble   float64 // how far an opinion moves by chance: in cards
	stubborn float64 // rate at which it pays what it meant to give up

	bluff, steal, persist float64 // rates of raises with a weak card: the first, when last to speak more, when it has put in cards
	weak, strong, trap    float64 // what is a weak card, what a strong one, by the share of cards below; rate of checking it
	lies, crowd, size     int     // most raises and rivals that it bluffs into; cards that it usually raises by
	bully                 float64 // how much bolder it is against short stacks
	seesFolds             bool    // bluffs those who fold

	// Of thresholds.
	pays, perRival, perPrice, respect float64 // lowest card that pays, and what moves it
	late, committed, duel, war        float64
	gap, calm, sure                   float64 // lowest card that raises: above the one that pays, by raise, and at most
	wild                              int     // most raises that it answers with another one
	grows                             bool    // raises by more with better cards

	// Of thinkers.
	memory             float64 // observations that the first opinion is worth; 0 never learns
	counts, duels      bool
	keen               [seat.Lines]float64 // random cards that a line is the best of
	foldFirst          float64             // how often a rival folds, first opinion
	foldPrice, foldPut float64             // more by card of the price; times that of a rival who has put in cards
	credit, greed      float64             // what counts of folds, and of what those who stay pay
	alive, sated       float64             // worth of being in; how much less the cards of big stacks are worth
	perCost, perRaise  float64             // caution in cards
	raising, paying    float64
	perStep, doubt     float64 // less caution by card of a raise; more with a card that is likely to lose
	again              float64 // how often a rival who stays raises, first opinion
}

// Draw makes the player the stranger of a seed, in place.
func (p *Player) Draw(seed uint64) {
	d := roll.Dice{Rand: roll.New(seed)}
	d.Skill = 0.9 * d.Float()
	if d.Happens(0.85) {
		d.Skill = 0.7 + float64(0.28*d.Float())
	}
	p.thinks = d.Happens(0.97)
	p.habits(&d)
	p.thresholds(&d)
	p.opinions(&d)
	p.folly(&d)
}

// folly makes a few styles foolish: they give everything away, pay for everything, or do
// not think.
func (s *style) folly(d *roll.Dice) {
	switch kind := d.Float(); {
	case kind < 0.02:
		s.thinks, s.pays, s.sure = false, d.Between(11, 15), 15
	case kind < 0.04:
		s.thinks, s.pays, s.perPrice, s.respect = false, d.Between(-6, 3), 0, 0
	case kind < 0.06:
		s.noise = d.Between(0.3, 1)
	}
}

func (s *style) habits(d *roll.Dice) {
	nerve := d.Float()
	s.noise = (1 - d.Skill) * d.Rare(0.3, 0.3)
	s.wobble = (1 - d.Skill) * d.Between(0, 3)
	s.stubborn = d.Rare(0.2, 0.5*(1-d.Skill))
	s.bluff = nerve * d.Rare(0.6, 0.4)
	s.steal = nerve * d.Rare(0.5, 0.5)
	s.persist = d.Between(0, 0.8)
	s.weak, s.strong = d.Between(0.2, 0.7), d.Between(0.75, 0.95)
	s.trap = d.Rare(0.4, 0.9)
	s.lies, s.crowd, s.size = int(d.Between(0, 3)), 1+int(d.Between(0, 3)), 1+int(d.Between(0, 3))
	s.bully = d.Rare(0.4, 1.5)
	s.seesFolds = d.Happens(0.4)
}

func (s *style) thresholds(d *roll.Dice) {
	s.pays = d.Near(8, 3, 11)
	s.perRival, s.perPrice = d.Near(0.8, -0.2, 1.5), d.Near(0.35, 0, 1)
	s.respect = d.Near(0.5, -0.3, 2)
	s.late, s.committed = d.Near(0.4, -0.5, 2), d.Near(0.5, -0.5, 3)
	s.duel, s.war = d.Near(0.5, -1, 3), d.Near(0.5, -1, 3)
	s.gap, s.calm = d.Near(2, 0, 5), d.Near(0.7, 0, 2)
	s.sure = d.Near(12, 9, 14)
	s.wild = int(d.Near(2, 0, 6))
	s.grows = d.Happens(0.5)
}

func (s *style) opinions(d *roll.Dice) {
	s.memory = 0
	if d.Happens(0.97) {
		s.memory = d.Near(12, 2, 60)
	}
	s.counts, s.duels = d.Happens(0.4), d.Happens(0.3)
	usual := d.Near(1, 0.4, 1.6)
	for l := range s.keen {
		s.keen[l] = d.Near(sensible[l], 1, 5) * usual
	}
	s.foldFirst, s.foldPrice, s.foldPut = d.Near(0.35, 0.05, 0.7), d.Near(0.08, 0, 0.15), d.Near(0.5, 0.1, 1)
	s.credit, s.greed = d.Near(0.6, 0, 1), d.Near(0.7, 0, 1)
	s.alive, s.sated = d.Near(5, 0, 15), d.Near(0.00125, -0.002, 0.004)
	s.perCost, s.perRaise = d.Near(0.05, -0.1, 0.3), d.Near(0.5, -0.3, 1.5)
	s.raising, s.paying = d.Near(1.8, -1, 4), d.Near(0.4, -0.8, 2)
	s.perStep, s.doubt = d.Near(0.6, -0.3, 1), d.Near(4, 0, 6)
	s.again = d.Rare(0.6, 0.3)
}

// sensible is how many random cards a player of some sense is the best of, by line.
var sensible = [seat.Lines]float64{1, 1, 2, 2.5, 2.7, 2.5, 2.5, 2.7, 3.5, 3.5}

// Traits says in words what stands out of the draw.
func (p *Player) Traits() []string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(p.thinks && p.memory > 0, "learns the others over a run")
	add(p.thinks && p.memory == 0, "weighs moves, never learns")
	add(p.thinks && p.counts, "counts cards")
	add(p.thinks && p.credit > 0.8, "raises for folds")
	add(!p.thinks, "pays with a %.0f or better", p.pays)
	add(!p.thinks && p.gap < 1, "raises whatever it pays for")
	add(p.bluff > 0.08 || p.steal > 0.12, "bluffs by %d", p.size)
	add((p.bluff > 0 || p.steal > 0) && p.seesFolds, "bluffs those who fold")
	add(p.trap > 0.3, "hides high cards")
	add(p.bully > 0.7, "leans on short stacks")
	add(p.stubborn > 0.1, "will not give up")
	add(p.noise > 0.05, "moves at random now and then")
	return out
}
