package baselines

import (
	"slices"

	"bloodline/games/samurai/seat"
)

// board has the expected intimacies by lord and column.
type board [seat.Lords][seat.Seats]float32

func guess(v *seat.View) (b board) {
	v.Estimate((*[seat.Lords][seat.Seats]float32)(&b))
	return b
}

// near is how close two guessed intimacies must be to count as equal.
const near = 0.01

// settle scores a lord: the seats of the largest intimacy share its strength, those of the smallest lose as much.
func settle(strength uint8, row *[seat.Seats]float32) (points [seat.Seats]float32) {
	hi, lo := max(row[0], row[1], row[2], row[3])-near, min(row[0], row[1], row[2], row[3])+near
	var top, last float32
	for _, x := range row {
		if x >= hi {
			top++
		}
		if x <= lo {
			last++
		}
	}
	for j, x := range row {
		if x >= hi {
			points[j] += float32(strength) / top
		}
		if x <= lo {
			points[j] -= float32(strength) / last
		}
	}
	return points
}

func (b *board) with(v *seat.View, lord int, own float32) [seat.Seats]float32 {
	row := b[lord]
	row[0] = own
	return settle(v.Strength[lord], &row)
}

// standing returns the totals of all columns if the game ended with this board.
func (b *board) standing(v *seat.View) (points [seat.Seats]float32) {
	for j, x := range v.Half {
		points[j] = float32(x) / seat.Unit
	}
	for l := range b {
		for j, p := range settle(v.Strength[l], &b[l]) {
			points[j] += p
		}
	}
	return points
}

func (b *board) leader(v *seat.View) int {
	points := b.standing(v)
	return 1 + slices.Index(points[1:], slices.Max(points[1:]))
}

func (b *board) rivals(lord int) (hi, lo float32) {
	row := &b[lord]
	return max(row[1], row[2], row[3]), min(row[1], row[2], row[3])
}

// reply values every number of visits of every lord by f of the resulting own intimacy, and breaks ties by the roll.
func (b *board) reply(v *seat.View, r uint64, f func(lord int, own float32) float32) seat.Action {
	var w seat.Values
	worth := float32(seat.Worth(v.Turn))
	for l := range w {
		tie := 0.01 * noise(r, l)
		for k := range w[l] {
			w[l][k] = f(l, b[l][0]+float32(worth*float32(k))) + float32(tie*float32(k))
		}
	}
	return w.Best(v.Turn)
}

// noise returns a number in [0, 1) for each lord from one roll.
func noise(r uint64, lord int) float32 { return float32(r>>(10*lord)&1023) / 1024 }

// closing reports whether a turn is one of the last two before a scoring.
func closing(turn uint8) bool { return turn == 4 || turn == 5 || turn >= 8 }
