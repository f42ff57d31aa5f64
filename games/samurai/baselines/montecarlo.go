package baselines

import (
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// monteCarlo samples futures up to the next scoring: the unknown secret visits, in agreement with their known sums, the
// others' visits of this turn, and all later visits. It takes the action with which it is first in most of them,
// half-time totals included. All actions meet the same futures, so luck cancels. A choice costs about 0.1 ms.
func monteCarlo(v *seat.View, r uint64) seat.Action {
	const samples = 40 // futures that are imagined for a choice
	rng := roll.New(r)
	list := tries[v.Turn&1]
	var value [seat.DayActions]int32
	for range samples {
		var f future
		f.imagine(v, &rng)
		f.weigh(v, &value)
	}
	best, start := 0, roll.Below(roll.Next(r), len(list))
	for i := range list {
		if k := (start + i) % len(list); i == 0 || value[k] > value[best] {
			best = k
		}
	}
	return list[best]
}

// An action has two parts: visits to lords 0 to 2, and to lords 3 to 5. tries lists the actions of a night and of a day
// by the size of the first, then by both in the order of shares, so each of a day's 252 sums takes one addition.
var (
	shares = sharesBySize()
	tries  = [2][]seat.Action{pairs(seat.NightVisits), pairs(seat.DayVisits)}
)

// sharesBySize lists the ways to visit lords 0 to 2 n times in all, by n.
func sharesBySize() (t [seat.DayVisits + 1][]seat.Action) {
	for n := range t {
		for a := range n + 1 {
			for b := range n - a + 1 {
				t[n] = append(t[n], seat.Action(0).With(0, a).With(1, b).With(2, n-a-b))
			}
		}
	}
	return t
}

func pairs(visits int) (list []seat.Action) {
	for n := range visits + 1 {
		for _, low := range shares[n] {
			for _, high := range shares[visits-n] {
				list = append(list, low.With(3, int(high))) // the counts move from lords 0 to 2 to lords 3 to 5
			}
		}
	}
	return list
}

// future has the intimacies of one imagined end of the half, without the own action of this turn.
type future struct{ truth seat.Matrix }

func (f *future) imagine(v *seat.View, rng *roll.Rand) {
	f.truth = v.Public
	for l := range f.truth {
		f.truth[l][0] = v.Own[l]
	}
	for i := range v.Secrets {
		deal := v.Secret[i&1].Deal(rng.Uint64())
		for l := range f.truth {
			for j, a := range deal {
				f.truth[l][1+j] += seat.NightWorth * uint8(a.Count(l))
			}
		}
	}
	end := uint8(seat.HalfTurn)
	if v.Turn > seat.HalfTurn {
		end = seat.Turns
	}
	for turn := v.Turn; turn <= end; turn++ {
		for j := range seat.Seats {
			if j > 0 || turn > v.Turn {
				f.visit(v, turn, j, rng)
			}
		}
	}
}

// visit adds the visits of a column in a turn. Each visit of another seat goes to that of two random lords that it
// needs more. Own later visits are random: a player that counts on sensible ones puts off what it should do now.
func (f *future) visit(v *seat.View, turn uint8, j int, rng *roll.Rand) {
	for range seat.Visits(turn) {
		r := rng.Uint64()
		l := roll.Below(r<<32, seat.Lords)
		if j > 0 {
			if b := roll.Below(r, seat.Lords); f.need(v, b, j) > f.need(v, l, j) {
				l = b
			}
		}
		f.truth[l][j] += seat.Worth(turn)
	}
}

// need is a rule of thumb for a column's need of a lord: much if last or near the top, little if it leads clearly.
func (f *future) need(v *seat.View, l, j int) int {
	row := &f.truth[l]
	hi, lo := uint8(0), uint8(255)
	for i, x := range row {
		if i != j {
			hi, lo = max(hi, x), min(lo, x)
		}
	}
	s := int(v.Strength[l])
	switch x := row[j]; {
	case x <= lo:
		return 5 * s
	case x > hi+2:
		return s
	case x+3 >= hi:
		return 4 * s
	default:
		return 2 * s
	}
}

// The totals of four columns are added up at once, 16 bits each; bias keeps each of them positive.
const (
	lane  = 16
	bias  = 512            // more than a lord or a half can cost a player, in twelfths
	first = 1 << 10        // value of being first, in twelfths of a point
	reach = 30 * seat.Unit // lead in twelfths beyond which more points count nothing
)

// weigh adds each action's worth in this future, in the order of tries: being first counts most, the lead a little.
func (f *future) weigh(v *seat.View, value *[seat.DayActions]int32) {
	const maxShares = 32           // at least the 21 ways to visit three lords five times
	var gain [seat.Lords][8]uint64 // by lord and visits
	worth, visits := seat.Worth(v.Turn), seat.Visits(v.Turn)
	for l := range gain {
		for k := range visits + 1 {
			row := f.truth[l]
			row[0] += worth * uint8(k)
			var points [seat.Seats]int32
			seat.Settle(v.Strength[l], &row, &points)
			gain[l][k&7] = pack(&points)
		}
	}
	half, i := pack(&v.Half), 0
	for n := range visits + 1 {
		var high [maxShares]uint64
		rest := shares[visits-n]
		for k, a := range rest {
			high[k&31] = half + gain[3][a.Count(0)&7] + gain[4][a.Count(1)&7] + gain[5][a.Count(2)&7]
		}
		for _, a := range shares[n] {
			low := gain[0][a.Count(0)&7] + gain[1][a.Count(1)&7] + gain[2][a.Count(2)&7]
			for _, h := range high[:len(rest)] {
				sum := low + h
				own := int32(sum & (1<<lane - 1))
				other := max(int32(sum>>lane&(1<<lane-1)), int32(sum>>(2*lane)&(1<<lane-1)), int32(sum>>(3*lane)))
				m := min(max(own-other, -reach), reach)
				if m > 0 {
					m += first
				}
				value[i] += m
				i++
			}
		}
	}
}

func pack(points *[seat.Seats]int32) (x uint64) {
	for j, p := range points {
		x |= uint64(uint16(p+bias)) << (lane * j)
	}
	return x
}
