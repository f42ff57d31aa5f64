package wojna

import (
	"math"
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/engine/wojna/seat"
)

// Rules is a compiled genome. It is immutable.
type Rules struct {
	prior  [16][seat.Values + 3]float32 // chance that a card is below, by line and own card
	over   [seat.Values + 3]float32     // the same for one random card
	odds   [2][seat.Values + 3]float32  // one over it, and over the chance against it
	fold   [2][seat.Prices]float32      // first opinion of the fold curve
	g      [size]float32                // the genes as they are
	rivals [2][seat.Seats]float32       // margins by number of rivals: call, raise
}

// New compiles a vector in the order of Genes, each gene within its range.
func New(genes []float64) *Rules {
	r := new(Rules)
	for i := range r.g {
		r.g[i] = float32(genes[i])
	}
	for c := 1; c <= seat.Values; c++ {
		x := (float64(c) - 1 + genes[strengthTie]) / seat.Values
		x = min(max(x, 0.01), 0.99)
		r.over[c] = float32(x)
		r.odds[0][c], r.odds[1][c] = float32(1/x), float32(1/(1-x))
		for l := range seat.Lines {
			r.prior[l][c] = float32(math.Pow(x, genes[strength+int(l)]))
		}
	}
	for price := 1; price < seat.Prices; price++ {
		f := genes[foldAt+min(price, 5)-1]
		r.fold[0][price] = float32(f)
		r.fold[1][price] = float32(min(1, f*genes[foldPut]))
	}
	r.rivals = [2][seat.Seats]float32{
		{0, 0, r.g[marginRivals], r.g[marginRivals+1]},
		{0, 0, r.g[marginRivals+2], r.g[marginRivals+3]},
	}
	return r
}

var _ seat.Policy = (*Rules)(nil)

// rival is what the rules estimate of one opponent.
type rival struct {
	model   *seat.Model
	line    seat.Line
	behind  bool
	put     int
	stack   int
	yes, no float32 // what counting does to the odds that his card is below
	now     float32 // chance that it is, as he stands

	// The chances along other lines, worked out when first needed.
	asked uint16
	along [seat.Lines]float32
}

// choice is what the rules derive from a view before they weigh moves.
type choice struct {
	v      *seat.View
	rivals [seat.Seats - 1]rival
	n      int
	behind float32
	alive  int     // players in the deal
	win    float32 // chance to show the highest card as all stand
	dear   float32 // what a card of the own stack is worth
}

// Act makes a choice.
func (r *Rules) Act(v *seat.View, rolled uint64) seat.Action {
	var s choice
	r.estimate(&s, v)
	if a, ok := r.bluffOrTrap(&s, rolled); ok {
		return a
	}
	h := r.g[heat]
	act, best := seat.Pass, r.worth(&s, float32(v.Stack[v.Me]))+h*roll.Gumbel(rolled, 0)
	if v.Price() == 0 {
		best = float32(math.Inf(-1))
	}
	legal := v.Legal()
	if s.win < r.g[raiseFloor] {
		legal &= 1<<seat.Raise1 - 1
	}
	for a := seat.Check; legal.Has(a) && a < seat.Actions; a++ {
		w := r.value(&s, a) - r.margin(&s, a) + h*roll.Gumbel(rolled, uint(a))
		if w > best {
			act, best = a, w
		}
	}
	return act
}

// bluffOrTrap bluffs, or checks a high card, with the probabilities of the genes.
func (r *Rules) bluffOrTrap(s *choice, rolled uint64) (seat.Action, bool) {
	v := s.v
	if v.Raises > 0 {
		return 0, false
	}
	x := float32(roll.Unit(roll.Next(rolled)))
	card := float32(v.Card)
	if card >= r.g[trapCard] && s.behind > 0 && x < r.g[trapRate] {
		return seat.Check, true
	}
	if card <= r.g[bluffCard] && x < r.g[bluffRate+max(s.n, 1)-1] {
		if a := seat.Raise(int(r.g[bluffSize])); v.Legal().Has(a) {
			return a, true
		}
	}
	return 0, false
}

// estimate fills in the choice.
func (r *Rules) estimate(s *choice, v *seat.View) {
	s.v = v
	s.alive = bits.OnesCount8(v.Alive)
	behind := v.Behind()
	s.behind = float32(bits.OnesCount8(behind))
	low := r.over[v.Card]
	if l, e, all := v.Under(); all > 0 {
		counted := (float32(l) + r.g[strengthTie]*float32(e)) / float32(all)
		low += r.g[countPool] * (counted - low)
	}
	s.win = 1
	for m := v.Rivals(); m != 0; m &= m - 1 {
		at := bits.TrailingZeros8(m) & 3
		o := &s.rivals[s.n]
		o.model, o.line, o.behind, o.put, o.stack = &v.Models[at], v.Line[at], behind>>at&1 == 1, v.Put[at], v.Stack[at]
		r.count(o, v, at, low)
		o.now = r.below(o, v.Card, o.line)
		s.win *= o.now
		s.n++
	}
	s.dear = 1
	if known, _, of := v.Ahead(v.Me); known != 0 {
		n := known.Len()
		mean := (float32(known.Sum()) + 7*float32(max(of-n, 0))) / float32(max(of, n))
		s.dear += r.g[valueOwn] * (mean - 7) / 6
	}
}

// count sets what counting does to the odds of a rival. low is the chance that a
// card of which nothing is known is below.
func (r *Rules) count(o *rival, v *seat.View, at int, low float32) {
	known, of := v.Peeked(at)
	p := low
	if known != 0 {
		n := known.Len()
		hit := float32(known.Below(v.Card).Len()) + r.g[strengthTie]*float32(known.Count(v.Card))
		all := float32(max(of, n))
		p += r.g[countPeeked] * ((hit+(all-float32(n))*low)/all - low)
	}
	p = min(max(p, 0.005), 0.995)
	o.yes, o.no = p*r.odds[0][v.Card&15], (1-p)*r.odds[1][v.Card&15]
}

// below is the chance that a rival's card is below the own one if he came along a
// line.
func (r *Rules) below(o *rival, card int, line seat.Line) float32 {
	prior := r.prior[line&15][card&15]
	low, held := prior, float32(1)
	if n := o.model.Held[line]; n > 0 {
		shown := &o.model.Shown[line]
		under := uint32(0)
		for _, k := range shown[:card&15] {
			under += k
		}
		trust := r.g[learnShown+1]
		held = float32(n) + r.g[learnShown]
		low = trust*(float32(under)+r.g[strengthTie]*float32(shown[card&15])+r.g[learnShown]*prior) + (1-trust)*prior*held
	}
	// low/held is the chance so far; its odds times those of counting.
	yes, no := low*o.yes, (held-low)*o.no
	p := yes / (yes + no)
	return p - r.g[caution]*p*(1-p)
}

// along is below, remembered for the choice.
func (r *Rules) along(o *rival, card int, line seat.Line) float32 {
	if o.asked>>line&1 == 0 {
		o.asked |= 1 << line
		o.along[line] = r.below(o, card, line)
	}
	return o.along[line]
}

// reply is how a rival answers a price: he folds, and if he does not, he raises.
func (r *Rules) reply(o *rival, price int) (fold, again float32) {
	a := o.model.Answers(o.put, price)
	first := r.fold[min(o.put, 1)&1][min(price, seat.Prices-1)&(seat.Prices-1)]
	stayed := float32(a.Check + a.Raise)
	asked, meant := float32(a.Pass)+stayed+r.g[learnFold], stayed+r.g[learnAgain]
	over := 1 / (asked * meant) // one division for both
	fold = first + r.g[learnFold+1]*((float32(a.Pass)+r.g[learnFold]*first)*meant*over-first)
	again = (float32(a.Raise) + r.g[learnAgain]*r.g[againFirst]) * asked * over
	return fold, again
}

// after is the line of a rival who pays a price.
func (o *rival) after(price int) seat.Line {
	put := o.put + price
	switch {
	case o.line >= seat.Opened1:
		return max(o.line, seat.Stood)
	case put == 1:
		return max(o.line, seat.Called1)
	case put <= 3:
		return max(o.line, seat.Called2)
	}
	return seat.Called4
}

// value is what a move leads to, in cards.
func (r *Rules) value(s *choice, a seat.Action) float32 {
	v := s.v
	level := v.Level + a.By()
	cost := min(level-v.Put[v.Me], v.Stack[v.Me])
	credit := r.g[foldCredit]
	if a > seat.Check {
		credit = r.g[foldCredit+1]
	}
	win, calls, knock, fear := float32(1), float32(0), float32(0), float32(0)
	for i := range s.rivals[:s.n] {
		o := &s.rivals[i]
		price := min(level-o.put, o.stack)
		if o.stack <= price {
			knock += r.g[valueKnock]
		}
		if price <= 0 || a == seat.Check && !o.behind {
			win *= o.now
			continue
		}
		fold, again := r.reply(o, price)
		paid := r.along(o, v.Card, o.after(price))
		paid += again * (r.along(o, v.Card, seat.Reraised) - paid)
		stay := 1 - credit*fold
		win *= 1 - stay + stay*paid
		calls += (1 - fold) * float32(price)
		fear += (1 - fold) * again
	}
	have := float32(v.Stack[v.Me]-cost) + float32(cost)*(1-s.dear)
	pot := r.g[valuePot]*float32(v.Pot+cost) + r.g[valueCalls]*calls
	return win*(r.worth(s, have+pot)+knock) + (1-win)*r.worth(s, have) - fear*r.g[againCost]
}

// worth is the value of a stack in cards, as many players being in as there are.
func (r *Rules) worth(s *choice, stack float32) float32 {
	if stack <= 0 {
		return 0
	}
	k := min(max(s.alive, 2), 4) - 2
	return r.g[valueAlive+k] + stack*(1-r.g[valueCurve+k]*stack*(0.5/seat.Cards))
}

// margin is what a move must be better by than passing.
func (r *Rules) margin(s *choice, a seat.Action) float32 {
	v := s.v
	cost := v.Level + a.By() - v.Put[v.Me]
	which := 0
	m := r.g[marginPrice] * float32(cost)
	if a > seat.Check {
		which = 1
		m += r.g[marginRaise+a.By()-1] + r.g[marginWeak]*max(0, 0.5-s.win)
	} else if cost > 0 {
		m += r.g[marginCall]
	} else {
		return 0
	}
	m += r.g[marginBehind+which]*s.behind + r.rivals[which][s.n&3] + r.g[marginRaised+which]*float32(v.Raises)
	if v.War {
		m += r.g[marginWar+which]
	}
	return m
}
