// Package strangers draws opponents at random from a family of styles. Replace: a family
// of your game, from fools to good play; it is worth more than six more baselines.
package strangers

import (
	"bloodline/engine/roll"

	"kuhn/seat"
)

// Player bets and calls with a probability of its own in each situation.
type Player struct{ bold [seat.Situations]float64 }

// New returns the stranger of a seed. Most bet and call with the highest card, and do not
// call with the lowest.
func New(seed uint64) *Player {
	p, dice := new(Player), roll.New(seed)
	thinks := dice.Float() < 0.7
	for i := range p.bold {
		p.bold[i] = dice.Float()
		facesBet := i/seat.Cards%2 == 1
		switch card := seat.Jack + seat.Card(i%seat.Cards); {
		case thinks && card == seat.King:
			p.bold[i] = 1
		case thinks && card == seat.Jack && facesBet:
			p.bold[i] = 0
		}
	}
	return p
}

// Act draws an action with the roll.
func (p *Player) Act(v *seat.View, x uint64) seat.Action {
	return v.Answer(roll.Unit(x) < p.bold[v.Situation()])
}
