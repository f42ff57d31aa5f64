package strangers

import (
	"math/bits"

	"bloodline/games/wojna/seat"
)

// rival is what a thinker knows of one opponent.
type rival struct {
	seat  int
	model *seat.Model
	line  seat.Line
	put   int
	stack int
	base  float64 // probability that its card is below the own one, whatever it did
}

// weigh picks the move that leads to the best stack.
func (p *Player) weigh(v *seat.View, t *situation, x uint64) seat.Action {
	var rivals [seat.Seats]rival
	n := p.rivals(v, t, &rivals)
	best, act := p.worth(float64(v.Stack[v.Me])), seat.Pass
	if t.price == 0 {
		best = -1
	}
	win := 1.0
	for i := range rivals[:n] {
		win *= p.below(v.Card, &rivals[i], rivals[i].line)
	}
	legal := v.Legal()
	for a := seat.Check; a < seat.Actions && legal.Has(a); a++ {
		jitter := p.wobble * (float64(2*float64(x>>(12*a)&0xfff)/0x1000) - 1)
		if w := p.value(v, rivals[:n], a) - p.caution(v, t, a, win) + float64(jitter); w > best {
			best, act = w, a
		}
	}
	return act
}

// caution is by how many cards a move must be better than passing: the best of several estimates tends to be too high.
func (p *Player) caution(v *seat.View, t *situation, a seat.Action, win float64) float64 {
	cost := float64(v.Level + a.By() - v.Put[v.Me])
	out := p.perCost * cost
	switch {
	case a > seat.Check:
		out = float64(out) + p.raising - float64(p.perStep*float64(a.By())) + float64(p.perRaise*float64(v.Raises)) - float64(p.bully*(float64(2*t.short)-1))
		out += float64(p.doubt * max(0, 0.5-win))
		if v.Raises > p.wild {
			out += 3
		}
	case cost > 0:
		out = float64(out) + p.paying
	}
	if t.behind == 0 {
		out -= float64(p.late / 4)
	}
	return out
}

func (p *Player) rivals(v *seat.View, t *situation, out *[seat.Seats]rival) int {
	var unknown seat.Chances
	if p.counts {
		v.Unknowns(&unknown)
	}
	n := 0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		r := rival{s, &v.Models[s], v.Line[s], v.Put[s], v.Stack[s], t.over}
		if p.duels && t.rivals == 1 {
			r.model = &v.Duels[s]
		}
		if p.counts {
			r.base = min(max(v.Lower(&unknown, s), 0.01), 0.99)
		}
		out[n] = r
		n++
	}
	return n
}

// value is the worth of a move: the mean worth of the stacks with and without the pot, by the probability that every
// rival folds or shows a lower card.
func (p *Player) value(v *seat.View, rivals []rival, a seat.Action) float64 {
	level := v.Level + a.By()
	cost := min(level-v.Put[v.Me], v.Stack[v.Me])
	win, pot := 1.0, float64(v.Pot+cost)
	credit := p.credit
	if a == seat.Check {
		credit /= 2
	}
	behind := v.Behind()
	for i := range rivals {
		r := &rivals[i]
		price := min(level-r.put, r.stack)
		if price <= 0 || a == seat.Check && behind>>r.seat&1 == 0 {
			win *= p.below(v.Card, r, r.line)
			continue
		}
		fold, again := p.reply(r, price)
		stay := 1 - float64(credit*fold)
		shows := p.below(v.Card, r, r.line.Called(price, r.put+price))
		if again > 0 {
			shows -= float64(again * (shows - p.below(v.Card, r, seat.Reraised)))
		}
		win *= 1 - stay + float64(stay*shows)
		pot += float64(p.greed * (1 - fold) * float64(price))
	}
	have := float64(v.Stack[v.Me] - cost)
	return float64(win*p.worth(have+pot)) + float64((1-win)*p.worth(have))
}

// reply is how often a rival folds to a price, and how often it raises if it doesn't fold.
func (p *Player) reply(r *rival, price int) (fold, again float64) {
	first := min(p.foldFirst+float64(p.foldPrice*float64(price)), 0.9)
	if r.put > 0 {
		first *= p.foldPut
	}
	if p.memory == 0 {
		return first, p.again
	}
	a := r.model.Answers(r.put, price)
	fold = (float64(a.Pass) + float64(p.memory*first)) / (float64(a.Asked()) + p.memory)
	return fold, (float64(a.Raise) + float64(p.memory*p.again)) / (float64(a.Check+a.Raise) + p.memory)
}

// below is the probability that a rival's card is below card after a line. First it takes the rival's card for the best
// of some random ones. A player that learns goes over to the cards that the rival showed after this line, the more it
// has seen.
func (p *Player) below(card int, r *rival, line seat.Line) float64 {
	guess := seat.Power(seat.Over(card), p.keen[line])
	if p.memory > 0 {
		shown := &r.model.Shown[line]
		low := float64(shown[card&15]) / 2
		for c := 1; c < card; c++ {
			low += float64(shown[c])
		}
		guess = (low + float64(p.memory*guess)) / (float64(r.model.Held[line]) + p.memory)
	}
	if !p.counts {
		return guess
	}
	usual := seat.Over(card)
	yes, no := guess*r.base/usual, (1-guess)*(1-r.base)/(1-usual)
	return yes / (yes + no)
}

// worth is the value of a stack in cards: having any is worth something by itself, and each further card of a big stack
// is worth less.
func (p *Player) worth(stack float64) float64 {
	if stack <= 0 {
		return 0
	}
	return p.alive + stack - float64(p.sated*stack*stack)
}
