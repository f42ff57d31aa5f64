// Package strangers draws players of Wojna deklarowana at random from a wide family of
// styles. Genomes are bred and measured against them, besides hand-written opponents.
//
//  1. [New] draws a style by a seed, some fifty numbers.
//  2. Nearly all draws weigh every move by the stack that it leads to, from their opinion of each
//     rival's card and of how often the rival folds, and learn both over the run. A champion
//     bred among players that do not learn is punished by players that do.
//  3. A few go by thresholds: the lowest card with which they pay and raise, moved by
//     price, rivals, raises, position and the sizes of stacks.
//  4. Bluffs, traps, stubbornness, contempt of raises and noise come on top of either.
//
// [Unmet] is a second family with other rules, which breeding never meets.
//
// A draw costs half a microsecond, a choice as much as a baseline's. The package imports
// the standard library, engine/roll and the game's seat only, because exported bots
// contain a copy. It must not know the genes, nor any baseline.
package strangers

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// Player is one draw. It keeps no state between choices.
type Player struct {
	style
}

var _ seat.Policy = (*Player)(nil)

// New returns the stranger of a seed.
func New(seed uint64) *Player {
	p := new(Player)
	p.Draw(seed)
	return p
}

// Act answers with a legal move.
func (p *Player) Act(v *seat.View, x uint64) seat.Action {
	if seat.Happens(x, 0, p.noise) {
		return seat.Action(roll.Bit(roll.Next(x), uint64(v.Legal())))
	}
	t := look(v)
	if a, ok := p.trick(v, &t, x); ok {
		return a
	}
	a := seat.Pass
	if p.thinks {
		a = p.weigh(v, &t, x)
	} else {
		a = p.threshold(v, &t, x)
	}
	if a == seat.Pass && (t.price == 0 || seat.Happens(x, 3, p.stubborn)) {
		return seat.Check
	}
	return a
}

// table is what a choice looks at first.
type table struct {
	rivals, behind int     // how many
	price          int     // of a check
	over           float64 // chance that a random card is below the own one
	short          float64 // share of the rivals with fewer cards than this seat
}

func look(v *seat.View) table {
	t := table{price: v.Price(), over: seat.Over(v.Card), behind: bits.OnesCount8(v.Behind())}
	mine := v.Stack[v.Me] + v.Put[v.Me]
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		t.rivals++
		if v.Stack[s]+v.Put[s] < mine {
			t.short++
		}
	}
	if t.rivals > 0 {
		t.short /= float64(t.rivals)
	}
	return t
}

// trick plays a bluff or sets a trap.
func (p *Player) trick(v *seat.View, t *table, x uint64) (seat.Action, bool) {
	switch {
	case t.over < p.weak && v.Raises <= p.lies:
		rate := p.bluff
		if t.behind == 0 {
			rate += p.steal
		}
		if v.Put[v.Me] > 0 {
			rate = p.persist
		}
		rate *= 1 + float64(p.bully*(float64(2*t.short)-1))
		if p.seesFolds {
			rate *= 2 * p.folds(v)
		}
		if t.rivals <= p.crowd && seat.Happens(x, 1, rate) {
			return v.RaiseUpTo(p.size), true
		}
	case t.over > p.strong && v.Raises == 0 && t.behind > 0:
		if seat.Happens(x, 1, p.trap) {
			return seat.Check, true
		}
	}
	return 0, false
}

// folds is how often the rivals that a raise would face have folded to its price, all
// together.
func (p *Player) folds(v *seat.View) float64 {
	all := 1.0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		a := v.Models[s].Answers(v.Put[s], v.Level+p.size-v.Put[s])
		all *= (float64(a.Pass) + 4) / (float64(a.Asked()) + 8)
	}
	return all
}
