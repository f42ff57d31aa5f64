// Package strangers draws opponents at random from a family of styles.
package strangers

import (
	"bloodline/engine/roll"

	"liarsdice/seat"
)

// Player calls what it does not believe, and else bids what it likes best of the lowest
// bids.
type Player struct {
	limit  float64             // calls a bid that is less likely
	trust  int                 // dice of the other that show the face of its last bid
	bluff  float64             // share of bids that are drawn
	reach  int                 // how many bids above the last one it looks at
	tastes [seat.Faces]float64 // what it thinks of each face, in chances
}

// New returns the stranger of a seed.
func New(seed uint64) *Player {
	d := roll.New(seed)
	p := &Player{limit: d.Float(), trust: d.N(3), bluff: max(0, 2*d.Float()-1), reach: 1 + d.N(2*seat.Faces)}
	for i := range p.tastes {
		p.tastes[i] = 0.3 * d.Float()
	}
	if d.N(20) == 0 { // a fool, that bids anything and believes everything
		p.limit, p.bluff, p.reach = 0, 1, int(seat.Liar)
	}
	return p
}

// Act calls or bids.
func (p *Player) Act(v *seat.View, x uint64) seat.Action {
	low := seat.Action(0)
	if last, ok := v.Last(); ok {
		if low = last + 1; low == seat.Liar || p.truth(v, last) < p.limit {
			return seat.Liar
		}
	}
	end := min(low+seat.Action(p.reach), seat.Liar)
	if roll.Unit(x) < p.bluff {
		return low + seat.Action(roll.Below(roll.Next(x), int(end-low)))
	}
	best := low
	for a := low; a < end; a++ {
		if p.likes(v, a) > p.likes(v, best) {
			best = a
		}
	}
	return best
}

func (p *Player) likes(v *seat.View, a seat.Action) float64 {
	return p.truth(v, a) + p.tastes[a.Face()]
}

// truth is the chance of a bid, with trust in the other's last one.
func (p *Player) truth(v *seat.View, a seat.Action) float64 {
	if last, ok := v.Last(); ok && a.Face() == last.Face() && a.Count() > p.trust {
		a -= seat.Action(seat.Faces * p.trust)
	}
	return v.Truth(a)
}
