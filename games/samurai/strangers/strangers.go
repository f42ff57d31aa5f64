// Package strangers draws players of Negotiate and Conquer at random from a wide family, to breed and measure against.
//
//  1. [New] draws a style by a seed, some forty numbers.
//  2. Most draws value every number of visits to every lord, by the chances of the top and of the last place or by the
//     distances to them. They expect that the others go where they have intimacy, repeat their last day, go by
//     strength, or go where they need to, in any mixture, and count on that more or less. Some infer secret visits from
//     public ones.
//  3. The others follow a fixed plan, or a rival. Players that value visits may follow a plan as well: on turn 1, or
//     until shortly before a scoring.
//  4. Preferences come on top: to pile up or to spread, to join the crowd or to avoid it, to fight the leader, noise.
//
// A draw costs less than a choice, a choice about half more than the actuary's. Exported bots have a copy.
package strangers

import (
	"slices"

	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

var _ seat.Policy = (*Player)(nil)

func New(seed uint64) *Player {
	p := new(Player)
	p.Draw(seed)
	return p
}

func (p *Player) Act(v *seat.View, x uint64) seat.Action {
	if roll.Unit(x) < p.noise {
		return seat.Any(v.Turn, roll.Next(x))
	}
	var w seat.Values
	switch {
	case p.way == follows && v.Turn > 1:
		p.follow(v, &w)
	case p.way == plans, v.Turn == 1 && p.opens, before(v.Turn) >= p.strikes:
		p.planned(v, &w)
	default:
		p.weigh(v, &w)
	}
	p.likings(v, x, &w)
	return w.Best(v.Turn)
}

// before returns how many turns there are until the next scoring.
func before(turn uint8) int {
	if turn <= seat.HalfTurn {
		return int(seat.HalfTurn - turn)
	}
	return int(seat.Turns - turn)
}

// aim values visits by how close they bring the own intimacies to a goal.
func aim(v *seat.View, goal *[seat.Lords]float64, w *seat.Values) {
	worth := float64(seat.Worth(v.Turn))
	for l := range w {
		for k := range w[l] {
			d := float64(v.Own[l]) + float64(worth*float64(k)) - goal[l]
			w[l][k] = float32(-d * d)
		}
	}
}

// planned keeps the own intimacies in proportion to the plan.
func (p *Player) planned(v *seat.View, w *seat.Values) {
	var goal [seat.Lords]float64
	sum, placed := 0.0, float64(seat.Spends(v.Turn))
	for l, s := range v.Strength {
		goal[l] = p.plan[s-seat.MinStrength] * p.taste[l]
		sum += float64(goal[l])
		placed += float64(v.Own[l])
	}
	for l := range goal {
		goal[l] *= placed / sum
	}
	aim(v, &goal, w)
}

// follow shares out the visits as a rival did on its last day.
func (p *Player) follow(v *seat.View, w *seat.Values) {
	j := p.whom
	if j == 0 {
		j = leader(v)
	}
	fresh := 0.0
	for l := range v.Fresh {
		fresh += float64(v.Fresh[l][j])
	}
	var goal [seat.Lords]float64
	for l := range goal {
		goal[l] = float64(v.Own[l]) + float64(float64(seat.Spends(v.Turn))/fresh*float64(v.Fresh[l][j]))
	}
	aim(v, &goal, w)
}

// leader is the other column with the most points by public intimacies.
func leader(v *seat.View) int {
	points := v.Half
	seat.Score(&v.Strength, &v.Public, &points)
	return 1 + slices.Index(points[1:], slices.Max(points[1:]))
}

// likings adds preferences that have nothing to do with scores.
func (p *Player) likings(v *seat.View, x uint64, w *seat.Values) {
	pile := p.pile[v.Turn&1]
	for l := range w {
		crowd := 0
		for _, n := range v.Fresh[l][1:] {
			crowd += int(n)
		}
		each := 0.01 + p.jitter
		each *= float64(x>>(10*l)&1023) / 1024
		each = float64(each) + float64(p.crowd*(float64(crowd)-2.5))
		each += float64(p.fond * (p.taste[l] - 1))
		for k := range w[l] {
			n := float64(k)
			w[l][k] += float32(float64(each*n) + float64(pile*n*n))
		}
	}
}
