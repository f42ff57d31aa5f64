// Package strangers draws players of Wojna deklarowana at random from a wide family, to breed and measure against.
//
//  1. [New] draws a style from a seed, some fifty numbers.
//  2. Nearly all draws weigh each move by the stacks that it may lead to. For that they estimate each rival's card and
//     how often it folds, and learn both over the run, because a champion that was bred among players that do not learn
//     loses to players that do.
//  3. A few play by thresholds: the lowest cards with which they pay and raise, which depend on the situation.
//  4. Both may also bluff, set traps, pay out of stubbornness, and move at random.
//
// [Unmet] is a second family with other rules, which breeding never meets.
//
// A draw costs half a microsecond, a choice as much as a baseline's. Exported bots have a copy.
package strangers

import (
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

var _ seat.Policy = (*Player)(nil)

func New(seed uint64) *Player {
	p := new(Player)
	p.Draw(seed)
	return p
}

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

// situation is what a choice looks at first.
type situation struct {
	rivals, behind int     // rivals in the bidding; those that move after this seat
	price          int     // cards that a check costs
	over           float64 // chance that a random card is below the own one
	short          float64 // share of the rivals with fewer cards than this seat
}

func look(v *seat.View) situation {
	t := situation{price: v.Price(), over: seat.Over(v.Card), behind: bits.OnesCount8(v.Behind())}
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

// trick bluffs with a weak card, or only checks with a strong one. It returns false if it does neither.
func (p *Player) trick(v *seat.View, t *situation, x uint64) (seat.Action, bool) {
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
			rate *= 2 * p.allFold(v)
		}
		if t.rivals <= p.crowd && seat.Happens(x, 1, rate) {
			return v.RaiseUpTo(p.size), true
		}
	case t.over > p.strong && v.Raises == 0 && t.behind > 0 && seat.Happens(x, 1, p.trap):
		return seat.Check, true
	}
	return 0, false
}

// allFold estimates the probability that all rivals fold to a usual raise, from how often each did at such a price.
func (p *Player) allFold(v *seat.View) float64 {
	all := 1.0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		a := v.Models[s].Answers(v.Put[s], v.Level+p.size-v.Put[s])
		all *= (float64(a.Pass) + 4) / (float64(a.Asked()) + 8)
	}
	return all
}

// threshold compares the own card with the lowest card to pay with, and to raise with.
func (p *Player) threshold(v *seat.View, t *situation, x uint64) seat.Action {
	card := float64(v.Card) + float64(p.wobble*(float64(2*float64(x>>16&0xffff)/0x10000)-1))
	company := float64(t.rivals - 1)
	need := p.pays + float64(p.perRival*company) + float64(p.perPrice*float64(t.price)) + float64(p.respect*float64(v.Raises))
	if t.behind == 0 {
		need -= p.late
	}
	need -= float64(p.bully * (float64(2*t.short) - 1))
	if v.Put[v.Me] > 0 {
		need -= p.committed
	}
	if t.rivals == 1 {
		need -= p.duel
	}
	if v.War {
		need -= p.war
	}
	raise := need + p.gap + float64(p.calm*float64(v.Raises))
	switch {
	case card >= min(raise, p.sure) && v.Raises <= p.wild:
		if spare := card - raise; p.grows && spare > 0 {
			return v.RaiseUpTo(min(1+int(spare/2), seat.MaxRaise))
		}
		return v.RaiseUpTo(p.size)
	case card >= min(need, float64(seat.Values)-0.5):
		return seat.Check
	}
	return seat.Pass
}
