package strangers

import (
	"math"
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// Unmet is one draw of a second family, which breeding never meets: it follows other rules than [Player], so that a
// champion that only knows the habits of the first family shows it here. A fixed style plays the chances of its card; a
// learner plays what each rival has shown and answered.
type Unmet struct {
	kind  kind
	learn bool

	tight   float64                     // what a call must win on average, as a multiple of its price
	raises  float64                     // chance of winning above which it raises
	bluff   float64                     // rate of raises whatever the card
	depth   int                         // most raises so far after which it still raises
	size    int                         // cards that it raises by
	opinion float64                     // weight of its first assumptions about a rival, in observations
	nerve   float64                     // first assumption: a rival folds half of the time to this price, as a share of the pot
	care    float64                     // cards by which a raise must look better than a check, because the best of several estimates is too high
	thrift  float64                     // how much less the cards of big stacks are worth
	shares  [3][seat.Values + 1]float64 // first assumption: weights of the 13 values of a rival's card, by how much the rival has paid
}

// kind says which players a seed may draw.
type kind uint8

const (
	mixed kind = iota
	fixedStyle
	learner
)

// NewFixed, NewLearner and NewMixed return the draw of a seed: a fixed style, a learner, or either.
func NewFixed(seed uint64) *Unmet   { return (&Unmet{kind: fixedStyle}).drawn(seed) }
func NewLearner(seed uint64) *Unmet { return (&Unmet{kind: learner}).drawn(seed) }
func NewMixed(seed uint64) *Unmet   { return (&Unmet{kind: mixed}).drawn(seed) }

func (p *Unmet) drawn(seed uint64) *Unmet {
	p.Draw(seed)
	return p
}

// Draw makes the player the draw of a seed, of the same kind as before, in place.
func (p *Unmet) Draw(seed uint64) {
	d := roll.Dice{Rand: roll.New(seed)}
	d.Skill = 0.5 + float64(d.Float()/2)
	p.learn = p.kind == learner || p.kind == mixed && d.Happens(0.5)
	p.tight = d.Between(0.8, 1.5)
	p.raises = d.Between(0.5, 0.8)
	p.bluff = d.Rare(0.5, 0.2)
	high := d.Between(1.8, 3.2)
	p.depth, p.size = 1+int(d.Between(0, 3)), 1+int(d.Between(0, 3))
	p.opinion = math.Exp(d.Between(0.7, 2.5))
	p.nerve = d.Between(0.3, 0.6)
	p.care = d.Between(0.7, 1.8)
	p.thrift = d.Between(0, 0.0013)
	for i, of := range []float64{1, high, high + 1} {
		for c := 1; c <= seat.Values; c++ {
			p.shares[i][c] = p.opinion * (math.Pow(float64(c)/seat.Values, of) - math.Pow(float64(c-1)/seat.Values, of))
		}
	}
}

func (p *Unmet) Act(v *seat.View, x uint64) seat.Action {
	if p.learn {
		return p.best(v, x)
	}
	win := 1.0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		q := seat.Over(v.Card)
		if v.Put[s] > 0 || v.Line[s] >= seat.Opened1 {
			q *= q
		}
		win *= q
	}
	price, pot := float64(v.Price()), float64(v.Pot)
	bluffs := float64(x>>48)/0x10000 < p.bluff && v.Raises < p.depth
	switch {
	case win > p.raises && v.Raises <= p.depth || bluffs:
		return v.RaiseUpTo(p.size)
	case price == 0 || win*(pot+price) > p.tight*price:
		return seat.Check
	}
	return seat.Pass
}

// outlook is what is expected once this seat has paid up to a level.
type outlook struct {
	win   float64 // chance to show the highest card of all that stay
	folds float64 // chance that all rivals fold
	added float64 // cards that the rivals are expected to pay
	raise float64 // chance that one of them raises
}

// best is the move that leads to the most valuable stacks, with a few cards of caution.
func (p *Unmet) best(v *seat.View, x uint64) seat.Action {
	have := float64(v.Stack[v.Me])
	most, act := p.stack(have), seat.Pass
	if v.Price() == 0 {
		most, act = -1, seat.Check
	}
	legal := v.Legal()
	for a := seat.Check; a < seat.Actions && legal.Has(a); a++ {
		if a > seat.Check && v.Raises > p.depth {
			break
		}
		w := p.worth(v, a)
		switch {
		case a > seat.Check:
			w -= p.care + float64(0.05*float64(v.Level+a.By()-v.Put[v.Me])) + float64(0.4*float64(v.Raises))
		case v.Price() > 0:
			w -= 0.3 + float64(0.05*float64(v.Price()))
		}
		if a > seat.Check && float64(x>>48)/0x10000 < p.bluff/2 {
			w++
		}
		if w > most {
			most, act = w, a
		}
	}
	return act
}

// worth is the worth of a move. It assumes that this seat answers a further raise with the better of passing and paying
// two more cards, so that a strong card is worth hiding from a rival that raises often.
func (p *Unmet) worth(v *seat.View, a seat.Action) float64 {
	level := v.Level + a.By()
	cost := min(level-v.Put[v.Me], v.Stack[v.Me])
	o := p.look(v, level, a > seat.Check, false)
	after := float64(v.Stack[v.Me] - cost)
	pot := float64(v.Pot + cost)
	shown := float64(o.win*p.stack(after+pot+o.added)) + float64((1-o.win)*p.stack(after))
	if o.raise > 0 {
		again := p.look(v, level+2, true, true)
		paid := min(2, after)
		call := float64(again.win*p.stack(after-paid+pot+o.added+2+paid)) + float64((1-again.win)*p.stack(after-paid))
		shown += float64(o.raise * (max(p.stack(after), call) - shown))
	}
	return float64(o.folds*p.stack(after+pot)) + float64((1-o.folds)*shown)
}

func (p *Unmet) stack(cards float64) float64 { return cards - float64(p.thrift*cards*cards) }

// look is the outlook at a level. reraised says that a rival, not this seat, has raised to it.
func (p *Unmet) look(v *seat.View, level int, raised, reraised bool) outlook {
	o := outlook{win: 1}
	if raised {
		o.folds = 1
	}
	calm := 1.0
	behind := v.Behind()
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		price := min(level-v.Put[s], v.Stack[s])
		line := v.Line[s]
		if !raised && behind>>s&1 == 0 {
			o.win *= p.lower(v, s, line)
			continue
		}
		fold, again := p.answers(v, s, max(0, price))
		after := line
		if price > 0 {
			after = line.Called(price, v.Put[s]+price)
		}
		if reraised && again > 0.02 { // it may be the rival that raised
			after = max(after, seat.Opened2)
		}
		o.folds *= fold
		o.added += float64((1 - fold) * float64(max(0, price)))
		o.win *= fold + float64((1-fold)*p.lower(v, s, after))
		calm *= 1 - float64((1-fold)*again)
	}
	o.raise = 1 - calm
	if o.folds < 1 { // given that not all fold
		o.win = min(max((o.win-o.folds)/(1-o.folds), 0), 1)
	}
	return o
}

// lower is the probability that a rival's card is below the own one after a line. Each of the 13 values has the weight
// that is first assumed, plus the number of times that the rival showed it after this line.
func (p *Unmet) lower(v *seat.View, s int, line seat.Line) float64 {
	first := 0
	switch {
	case line >= seat.Stood:
		first = 2
	case line >= seat.Called1:
		first = 1
	}
	model := &v.Models[s]
	below, all := 0.0, 0.0
	for c := 1; c <= seat.Values; c++ {
		n := p.shares[first][c] + float64(model.Shown[line][c])
		all += n
		switch {
		case c < v.Card:
			below += n
		case c == v.Card:
			below += float64(n / 2)
		}
	}
	return below / all
}

// answers is how often a rival folds to a price, and else raises: by the pot odds, then more and more by what it did.
func (p *Unmet) answers(v *seat.View, s, price int) (fold, again float64) {
	a := v.Models[s].Answers(v.Put[s], price)
	if price > 0 {
		odds := float64(price) / float64(v.Pot+price)
		first := 1 / (1 + math.Exp((p.nerve-odds)*8))
		fold = (float64(a.Pass) + float64(p.opinion*first)) / (float64(a.Asked()) + p.opinion)
	}
	again = (float64(a.Raise) + float64(p.opinion*0.12)) / (float64(a.Check+a.Raise) + p.opinion)
	return fold, again
}
