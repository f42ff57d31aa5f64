package seat

import "math/bits"

// Thinker estimates rivals, for hand-written bots: by an opinion, then more and more by what each showed in the run.
type Thinker struct {
	Memory float64        // weight of a first opinion, in observations; 0: it never learns
	Counts bool           // counts cards
	Duels  bool           // in duels, learns only from duels
	Keen   [Lines]float64 // by line: takes the rival's card for the best of this many random cards

	// The first opinion of how often a rival folds: FoldFirst to a price of 0, more by FoldPrice for each card of the
	// price, at most FoldMost, all times FoldPut for a rival that has put in cards.
	FoldFirst, FoldPrice, FoldMost, FoldPut float64

	Again         float64 // first opinion of how often a rival that stays raises
	Credit, Greed float64 // how much of the expected folds it counts on, half as much for a check; and of what rivals will pay
	Sure          float64 // least probability that counting cards gives, and 1 less the largest
}

// Rival is what a thinker knows of one opponent.
type Rival struct {
	Seat  int
	Model *Model
	Line  Line
	Put   int
	Stack int
	Base  float64 // probability that its card is below the own one, whatever it did
}

// Rivals fills in the rivals and returns how many there are.
func (t *Thinker) Rivals(v *View, out *[Seats]Rival) (n int) {
	var unknown Chances
	if t.Counts {
		v.Unknowns(&unknown)
	}
	rivals := v.Rivals()
	for m := rivals; m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		r := Rival{s, &v.Models[s], v.Line[s], v.Put[s], v.Stack[s], Over(v.Card)}
		if t.Duels && rivals&(rivals-1) == 0 {
			r.Model = &v.Duels[s]
		}
		if t.Counts {
			r.Base = min(max(v.Lower(&unknown, s), t.Sure), 1-t.Sure)
		}
		out[n] = r
		n++
	}
	return n
}

// Best returns the move with the largest expected worth of the own stack, changed by doubt of the own chance to win at
// the present price. Passing has no doubt, and is never best where staying is free.
func (t *Thinker) Best(v *View, worth func(stack float64) float64, doubt func(value float64, a Action, win float64) float64) Action {
	var all [Seats]Rival
	rivals := all[:t.Rivals(v, &all)]
	best, act := worth(float64(v.Stack[v.Me])), Pass
	if v.Price() == 0 {
		best = -1
	}
	win := 1.0
	for i := range rivals {
		win *= t.Below(v.Card, &rivals[i], rivals[i].Line)
	}
	legal := v.Legal()
	for a := Check; a < Actions && legal.Has(a); a++ {
		wins, pot, have := t.Outcome(v, rivals, a)
		value := float64(wins*worth(have+pot)) + float64((1-wins)*worth(have))
		if w := doubt(value, a, win); w > best {
			best, act = w, a
		}
	}
	return act
}

// Outcome returns the chance that all rivals fold or show lower cards, the expected pot, and the own stack without it.
func (t *Thinker) Outcome(v *View, rivals []Rival, a Action) (win, pot, have float64) {
	level := v.Level + a.By()
	cost := min(level-v.Put[v.Me], v.Stack[v.Me])
	win, pot = 1, float64(v.Pot+cost)
	credit := t.Credit
	if a == Check {
		credit /= 2
	}
	behind := v.Behind()
	for i := range rivals {
		r := &rivals[i]
		price := min(level-r.Put, r.Stack)
		if price <= 0 || a == Check && behind>>r.Seat&1 == 0 {
			win *= t.Below(v.Card, r, r.Line)
			continue
		}
		fold, again := t.reply(r, price)
		stay := 1 - float64(credit*fold)
		shows := t.Below(v.Card, r, r.Line.Called(price, r.Put+price))
		if again > 0 {
			shows -= float64(again * (shows - t.Below(v.Card, r, Reraised)))
		}
		win *= 1 - stay + float64(stay*shows)
		pot += float64(t.Greed * (1 - fold) * float64(price))
	}
	return win, pot, float64(v.Stack[v.Me] - cost)
}

// reply is how often a rival folds to a price, and how often it raises if it doesn't fold.
func (t *Thinker) reply(r *Rival, price int) (fold, again float64) {
	first := min(t.FoldFirst+float64(t.FoldPrice*float64(price)), t.FoldMost)
	if r.Put > 0 {
		first *= t.FoldPut
	}
	if t.Memory == 0 {
		return first, t.Again
	}
	a := r.Model.Answers(r.Put, price)
	fold = (float64(a.Pass) + float64(t.Memory*first)) / (float64(a.Asked()) + t.Memory)
	return fold, (float64(a.Raise) + float64(t.Memory*t.Again)) / (float64(a.Check+a.Raise) + t.Memory)
}

// Below is the probability that a rival's card is below card after a line. The cards that the rival showed after this
// line replace the first opinion, the more there are. Counted cards shift the odds.
func (t *Thinker) Below(card int, r *Rival, line Line) float64 {
	guess := Power(Over(card), t.Keen[line])
	if t.Memory > 0 {
		shown := &r.Model.Shown[line]
		low := float64(shown[card&15]) / 2
		for c := 1; c < card; c++ {
			low += float64(shown[c])
		}
		guess = (low + float64(t.Memory*guess)) / (float64(r.Model.Held[line]) + t.Memory)
	}
	if !t.Counts {
		return guess
	}
	usual := Over(card)
	yes, no := guess*r.Base/usual, (1-guess)*(1-r.Base)/(1-usual)
	return yes / (yes + no)
}
