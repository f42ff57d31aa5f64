package strangers

import (
	"fmt"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// Player is a seed's stranger, without state between choices. Cards are values from 1 to 13, rates are probabilities.
type Player struct {
	thinks bool // weighs moves by the stacks that they lead to; otherwise plays by thresholds

	noise    float64 // rate of random moves
	wobble   float64 // random error of its judgement, at most this many cards
	stubborn float64 // rate at which it pays although it would rather pass

	bluff, steal, persist float64 // rate of raises with a weak card; added to it as the last to move; instead of both once it has put in cards
	weak, strong, trap    float64 // share of lower cards below which a card is weak, above which it is strong; rate of only checking a strong one
	lies, crowd, size     int     // most raises so far, and most rivals, with which it bluffs; cards that it usually raises by
	bully                 float64 // how much bolder it is against stacks shorter than its own
	seesFolds             bool    // bluffs more against rivals that fold often

	// Players by thresholds. The lowest card that pays is pays for a check against one rival, plus perRival for each
	// further rival, perPrice for each card of the price and respect for each raise so far, less the four below.
	pays, perRival, perPrice, respect float64
	late, committed, duel, war        float64 // as the last to move; with cards put in; against one rival; in a war
	gap, calm, sure                   float64 // how far above is the lowest card that raises; more for each raise so far; it is at most sure
	wild                              int     // most raises so far after which it still raises
	grows                             bool    // raises by more with better cards

	// Players that think.
	seat.Thinker
	alive, sated      float64 // cards that having any is worth; how much less the cards of big stacks are worth
	perCost, perRaise float64 // caution, in cards: for each card of the cost, for each raise so far
	raising, paying   float64 // caution of every raise, and of every call
	perStep, doubt    float64 // less caution for each card of a raise; more, times the chance to win below one half
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

// folly makes a few styles foolish: they pass nearly always, pay nearly always, or move at random.
func (p *Player) folly(d *roll.Dice) {
	switch kind := d.Float(); {
	case kind < 0.02:
		p.thinks, p.pays, p.sure = false, d.Between(11, 15), 15
	case kind < 0.04:
		p.thinks, p.pays, p.perPrice, p.respect = false, d.Between(-6, 3), 0, 0
	case kind < 0.06:
		p.noise = d.Between(0.3, 1)
	}
}

func (p *Player) habits(d *roll.Dice) {
	nerve := d.Float()
	p.noise = (1 - d.Skill) * d.Rare(0.3, 0.3)
	p.wobble = (1 - d.Skill) * d.Between(0, 3)
	p.stubborn = d.Rare(0.2, 0.5*(1-d.Skill))
	p.bluff = nerve * d.Rare(0.6, 0.4)
	p.steal = nerve * d.Rare(0.5, 0.5)
	p.persist = d.Between(0, 0.8)
	p.weak, p.strong = d.Between(0.2, 0.7), d.Between(0.75, 0.95)
	p.trap = d.Rare(0.4, 0.9)
	p.lies, p.crowd, p.size = int(d.Between(0, 3)), 1+int(d.Between(0, 3)), 1+int(d.Between(0, 3))
	p.bully = d.Rare(0.4, 1.5)
	p.seesFolds = d.Happens(0.4)
}

func (p *Player) thresholds(d *roll.Dice) {
	p.pays = d.Near(8, 3, 11)
	p.perRival, p.perPrice = d.Near(0.8, -0.2, 1.5), d.Near(0.35, 0, 1)
	p.respect = d.Near(0.5, -0.3, 2)
	p.late, p.committed = d.Near(0.4, -0.5, 2), d.Near(0.5, -0.5, 3)
	p.duel, p.war = d.Near(0.5, -1, 3), d.Near(0.5, -1, 3)
	p.gap, p.calm = d.Near(2, 0, 5), d.Near(0.7, 0, 2)
	p.sure = d.Near(12, 9, 14)
	p.wild = int(d.Near(2, 0, 6))
	p.grows = d.Happens(0.5)
}

func (p *Player) opinions(d *roll.Dice) {
	p.Memory, p.FoldMost, p.Sure = 0, 0.9, 0.01
	if d.Happens(0.97) {
		p.Memory = d.Near(12, 2, 60)
	}
	p.Counts, p.Duels = d.Happens(0.4), d.Happens(0.3)
	usual := d.Near(1, 0.4, 1.6)
	for l := range p.Keen {
		p.Keen[l] = d.Near(sensible[l], 1, 5) * usual
	}
	p.FoldFirst, p.FoldPrice, p.FoldPut = d.Near(0.35, 0.05, 0.7), d.Near(0.08, 0, 0.15), d.Near(0.5, 0.1, 1)
	p.Credit, p.Greed = d.Near(0.6, 0, 1), d.Near(0.7, 0, 1)
	p.alive, p.sated = d.Near(5, 0, 15), d.Near(0.00125, -0.002, 0.004)
	p.perCost, p.perRaise = d.Near(0.05, -0.1, 0.3), d.Near(0.5, -0.3, 1.5)
	p.raising, p.paying = d.Near(1.8, -1, 4), d.Near(0.4, -0.8, 2)
	p.perStep, p.doubt = d.Near(0.6, -0.3, 1), d.Near(4, 0, 6)
	p.Again = d.Rare(0.6, 0.3)
}

// sensible has for each line a sensible value of Thinker.Keen.
var sensible = [seat.Lines]float64{1, 1, 2, 2.5, 2.7, 2.5, 2.5, 2.7, 3.5, 3.5}

func (p *Player) Traits() []string {
	var out []string
	add := func(is bool, format string, args ...any) {
		if is {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(p.thinks && p.Memory > 0, "learns the others over a run")
	add(p.thinks && p.Memory == 0, "weighs moves, never learns")
	add(p.thinks && p.Counts, "counts cards")
	add(p.thinks && p.Credit > 0.8, "raises for folds")
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
