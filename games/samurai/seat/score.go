package seat

import "slices"

// Unit is the denominator of all scores: twelfths, since one, two, three or four seats share a lord's strength.
const Unit = 12

// Matrix holds intimacies by lord and column.
type Matrix [Lords][Seats]uint8

// share[n] is what each of n seats gets of a strength of 1, in twelfths.
var share = [8]int32{0, Unit, Unit / 2, Unit / 3, Unit / 4}

// Settle scores one lord: the seats of the largest intimacy split its strength, those of the smallest lose as much, in
// twelfths added to the totals. If all four share, both cancel. It has no branches and takes about 6 ns.
func Settle(strength uint8, row *[Seats]uint8, totals *[Seats]int32) {
	a, b, c, d := row[0], row[1], row[2], row[3]
	hi, lo := max(a, b, c, d), min(a, b, c, d)
	ha, hb, hc, hd := same(a, hi), same(b, hi), same(c, hi), same(d, hi)
	la, lb, lc, ld := same(a, lo), same(b, lo), same(c, lo), same(d, lo)
	s := int32(strength)
	gain, loss := s*share[(ha+hb+hc+hd)&7], s*share[(la+lb+lc+ld)&7]
	totals[0] += gain*ha - loss*la
	totals[1] += gain*hb - loss*lb
	totals[2] += gain*hc - loss*lc
	totals[3] += gain*hd - loss*ld
}

func same(x, y uint8) int32 {
	n := int32(0)
	if x == y {
		n = 1
	}
	return n
}

func Score(strength *[Lords]uint8, m *Matrix, totals *[Seats]int32) {
	for l := range m {
		Settle(strength[l], &m[l], totals)
	}
}

// Winner returns the column with the strictly largest total, or -1 if two or more share it, which is a draw.
func Winner(totals *[Seats]int32) int {
	best := slices.Index(totals[:], slices.Max(totals[:]))
	if slices.Contains(totals[best+1:], totals[best]) {
		return -1
	}
	return best
}

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
// ones, and a third of each visit, worth 2, that the three made together in a secret night.
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
