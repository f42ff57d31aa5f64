package seat

// Values has, for each lord, the values of visiting it 0 to 5 times in a turn. The value of an action is the sum over
// the lords, because a visit to one lord changes nothing at another.
type Values [Lords][DayVisits + 1]float32

// Best returns the action of the largest value in a turn. It adds one lord after the other and keeps the best way to
// place each number of visits, so 126 sums by day and 36 by night (about 150 and 50 ns) stand for all 252 and 21
// actions. Of equal actions it prefers fewer visits to later lords; add noise to the values to break ties evenly.
func (w *Values) Best(turn uint8) Action {
	n := Visits(turn)
	var best [DayVisits + 1]float32
	var act [DayVisits + 1]Action
	for k := 0; k <= n; k++ {
		best[k], act[k] = w[0][k], Action(k)
	}
	for l := 1; l < Lords; l++ {
		one := Action(1) << (lordBits * l)
		for m := n; m >= 0; m-- {
			b, a := best[m]+w[l][0], act[m]
			for k := 1; k <= m; k++ {
				if x := best[m-k] + w[l][k]; x > b {
					b, a = x, act[m-k]+Action(k)*one
				}
			}
			best[m], act[m] = b, a
		}
	}
	return act[n]
}

// Estimate fills in the expected intimacies by lord and column. The seat knows its own. The others have their public
// ones, and a third of each visit that the three made together in a secret night. As a night's visit is worth 2, that
// is two thirds a visit.
func (v *View) Estimate(m *[Lords][Seats]float32) {
	for l := range m {
		hidden := float32(0)
		for i := range v.Secrets {
			hidden += float32(v.Secret[i&1][l])
		}
		hidden = float32(hidden * (NightWorth / float32(Others)))
		m[l][0] = float32(v.Own[l])
		for j := 1; j < Seats; j++ {
			m[l][j] = float32(v.Public[l][j]) + hidden
		}
	}
}
