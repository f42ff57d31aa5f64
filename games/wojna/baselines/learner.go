package baselines

import (
	"math/bits"

	"bloodline/engine"
	"bloodline/games/wojna/seat"
)

// learner weighs every move by what it has seen of each rival in the run: how often the rival folds to which price, and
// which cards it showed after which line.
type learner struct {
	prior  float64 // weight of the first opinion of a rival, in observations
	count  bool    // whether it counts cards
	places bool    // whether it plays for places in points instead of for cards
}

func theReader() engine.Baseline {
	return engine.Baseline{Name: "Reader", Doc: "Reads the others over the run: from the cards that each showed after checking, paying and raising, and from how often each folds to which price, it works out what every move is worth in cards.", Points: 35.1, Player: learner{prior: 12}}
}

func theVeteran() engine.Baseline {
	return engine.Baseline{Name: "Veteran", Doc: "Reads the others as Reader does, counts cards as Counter does, and plays for places: the last cards of a short stack are dear to it, the extra cards of a big one are not.", Points: 36.7, Player: learner{prior: 12, count: true, places: true}}
}

// rival is what a learner thinks of one opponent.
type rival struct {
	seat  int
	model *seat.Model
	line  seat.Line
	put   int
	stack int
	base  float64 // probability that its card is below the own one, whatever it did
}

func (l learner) Act(v *seat.View, _ uint64) seat.Action {
	var rivals [seat.Seats]rival
	n := l.look(v, &rivals)
	win := 1.0
	for i := range rivals[:n] {
		win *= l.below(v.Card, &rivals[i], rivals[i].line)
	}
	best, act := l.worth(float64(v.Stack[v.Me])), seat.Pass
	if v.Price() == 0 {
		best = -1
	}
	legal := v.Legal()
	for a := seat.Check; a < seat.Actions && legal.Has(a); a++ {
		if w := l.value(v, rivals[:n], a) - margin(v, a, win); w > best {
			best, act = w, a
		}
	}
	return act
}

// margin is by how many cards a move must be better than passing. The best of several estimates tends to be too high,
// the more so the more the move costs, the more raises there were and the lower the own card. A small raise needs the
// most, because it makes nobody fold.
func margin(v *seat.View, a seat.Action, win float64) float64 {
	cost := float64(v.Level + a.By() - v.Put[v.Me])
	switch {
	case a > seat.Check:
		return 1.8 - float64(0.6*float64(a.By())) + float64(0.05*cost) + float64(0.5*float64(v.Raises)) + float64(4*max(0, 0.5-win))
	case cost > 0:
		return 0.4 + float64(0.05*cost)
	}
	return 0
}

// look fills in the rivals and returns how many there are.
func (l learner) look(v *seat.View, out *[seat.Seats]rival) int {
	var unknown seat.Chances
	if l.count {
		v.Unknowns(&unknown)
	}
	n := 0
	for m := v.Rivals(); m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		out[n] = rival{s, &v.Models[s], v.Line[s], v.Put[s], v.Stack[s], seat.Over(v.Card)}
		if l.count {
			out[n].base = v.Lower(&unknown, s)
		}
		n++
	}
	return n
}

// value is the worth of a move: the mean worth of the stacks with and without the pot, by the probability that every
// rival folds or shows a lower card. Expected folds count in part only, because the rivals that stay have the better
// cards.
func (l learner) value(v *seat.View, rivals []rival, a seat.Action) float64 {
	level := v.Level + a.By()
	cost := min(level-v.Put[v.Me], v.Stack[v.Me])
	win, pot := 1.0, float64(v.Pot+cost)
	credit := 0.3
	if a > seat.Check {
		credit = 0.6
	}
	behind := v.Behind()
	for i := range rivals {
		r := &rivals[i]
		price := min(level-r.put, r.stack)
		if price <= 0 || a == seat.Check && behind>>r.seat&1 == 0 {
			win *= l.below(v.Card, r, r.line)
			continue
		}
		fold, again := l.reply(r, price)
		paid := l.below(v.Card, r, r.line.Called(price, r.put+price))
		if again > 0 {
			paid -= float64(again * (paid - l.below(v.Card, r, seat.Reraised)))
		}
		stay := 1 - float64(credit*fold)
		win *= 1 - stay + float64(stay*paid)
		pot += float64(0.7 * (1 - fold) * float64(price))
	}
	have := float64(v.Stack[v.Me] - cost)
	return float64(win*l.worth(have+pot)) + float64((1-win)*l.worth(have))
}

// reply is how often a rival folds to a price, and how often it raises if it doesn't fold.
func (l learner) reply(r *rival, price int) (fold, again float64) {
	a := r.model.Answers(r.put, price)
	first := min(0.35+float64(0.08*float64(price)), 0.8)
	if r.put > 0 {
		first /= 2
	}
	asked := float64(a.Asked())
	fold = (float64(a.Pass) + float64(l.prior*first)) / (asked + l.prior)
	again = (float64(a.Raise) + float64(l.prior*0.1)) / (float64(a.Check+a.Raise) + l.prior)
	return fold, again
}

// keen says that a rival's card after a line is first taken for the best of this many random cards.
func keen(l seat.Line) float64 {
	switch {
	case l >= seat.Stood:
		return 3.5
	case l >= seat.Opened1, l >= seat.Called2:
		return 2.5
	case l == seat.Called1:
		return 2
	}
	return 1
}

// below is the probability that a rival's card is below card after a line. The cards that the rival showed after this
// line replace the first opinion, the more there are. Counted cards shift the odds.
func (l learner) below(card int, r *rival, line seat.Line) float64 {
	shown := &r.model.Shown[line]
	low := float64(shown[card]) / 2
	for c := 1; c < card; c++ {
		low += float64(shown[c])
	}
	p := (low + float64(l.prior*seat.Power(seat.Over(card), keen(line)))) / (float64(r.model.Held[line]) + l.prior)
	if !l.count {
		return p
	}
	yes, no := p*r.base/seat.Over(card), (1-p)*(1-r.base)/(1-seat.Over(card))
	return yes / (yes + no)
}

// worth is the value of a stack in cards. If it plays for places, having any card is worth something by itself, and
// each further card of a big stack is worth less.
func (l learner) worth(stack float64) float64 {
	switch {
	case stack <= 0:
		return 0
	case l.places:
		return 5 + stack - stack*stack/800
	}
	return stack
}
