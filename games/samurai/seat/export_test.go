package seat

// Sum returns the value of an action.
func (w *Values) Sum(a Action) float32 {
	sum := float32(0)
	for l := range w {
		sum += w[l][a.Count(l)]
	}
	return sum
}

// Deals is the number of ways to deal out the visits of a [Secret].
const Deals = 90

// Ways calls yield with each deal that differs and with how many of the 90 ways give it, until yield returns false.
func (s *Secret) Ways(yield func(others *[Others]Action, ways int) bool) {
	for _, a := range nights {
		for _, b := range nights {
			deal := [Others]Action{a, b, 0}
			if ways := s.rest(&deal); ways > 0 && !yield(&deal, ways) {
				return
			}
		}
	}
}

// rest fills in the third share and counts the ways, 0 if there is none: the
// product over the lords of the multinomials n!/(a!b!c!).
func (s *Secret) rest(deal *[Others]Action) int {
	fact := [...]int{1, 1, 2, 6, 24, 120, 720}
	ways := 1
	for l, n := range s {
		a, b := deal[0].Count(l), deal[1].Count(l)
		c := int(n) - a - b
		if c < 0 || c > NightVisits {
			return 0
		}
		deal[2] = deal[2].With(l, c)
		ways *= fact[n] / (fact[a] * fact[b] * fact[c])
	}
	return ways
}
