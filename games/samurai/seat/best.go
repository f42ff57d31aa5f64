package seat

// Values holds what it is worth to visit each lord 0 to 5 times in a turn. The
// worth of an action is the sum over the lords, since what a visit does to one
// lord changes nothing at another.
type Values [Lords][DayVisits + 1]float32

// Best returns the action with the largest sum of values among those of a turn: all 252 or
// 21 are compared, but lord by lord, which takes 126 or 36 sums (about 150 and 50
// ns). Of equal actions it prefers fewer visits of later lords; add noise to the
// worth to break ties evenly.
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

// Estimate fills in the intimacies by lord and column as far as a seat can know
// them: exact for itself, for the others what is public and the mean of what is
// secret, two thirds for each foreign visit of a secret night.
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
