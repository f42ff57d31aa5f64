package seat

// What hand-written bots compute from a view.

// Over is the probability that a random card is below card; an equal one counts half.
func Over(card int) float64 { return (float64(card) - 0.5) / Values }

// Power is x to the p for x in [0, 1] and p from 0, interpolated between whole exponents.
func Power(x, p float64) float64 {
	y := 1.0
	for ; p >= 1; p-- {
		y *= x
	}
	return y * (1 - p + float64(p*x))
}

// Happens reports whether an event with a probability happens. A roll decides four independent events, with part from 0
// to 3.
func Happens(rolled uint64, part uint, probability float64) bool {
	return float64(rolled>>(16*part)&0xffff) < probability*0x10000
}

// RaiseUpTo returns a raise by n cards, or by as many as are legal, or a check.
func (v *View) RaiseUpTo(n int) Action {
	legal := v.Legal()
	for ; n > 0; n-- {
		if a := Raise(n); legal.Has(a) {
			return a
		}
	}
	return Check
}

// Lower is the probability that the card of s is below the own one; an equal one counts half. It uses the cards that
// were seen when s collected them, and for the rest the distribution by [View.Unknowns].
func (v *View) Lower(unknown *Chances, s int) float64 {
	known, of := v.Peeked(s)
	low := 0.0
	for c := 1; c < v.Card; c++ {
		low += float64(unknown[c])
	}
	low += float64(float64(unknown[v.Card]) / 2)
	hits := float64(known.Below(v.Card).Len()) + float64(float64(known.Count(v.Card))/2)
	all := float64(known.Len())
	places := max(float64(of), all)
	return (hits + float64((places-all)*low)) / places
}
