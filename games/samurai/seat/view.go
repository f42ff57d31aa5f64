// Package seat is one seat's side of Negotiate and Conquer: what it may know and do, and the contest's protocol.
//
//   - [Action]: the lords visited in one turn, a multiset of five or two.
//   - [Report]: what is sent to a seat before each turn, and its text.
//   - [View]: all reports so far, with half-time totals and the [Secret] of each night that is not yet open.
//   - [Policy]: decides; [Main] is a policy as a program that speaks the protocol.
//
// A view is built from reports alone. Columns are the protocol's: column 0 is the own seat, columns 1 to 3 are the
// others in ascending order of their seats. A program never gets the number of its own seat.
//
// Nothing here allocates but [Main]. Exported bots have a copy, which imports the standard library and package roll.
package seat

import "bloodline/engine/roll"

// Report is what a seat is sent before a turn.
type Report struct {
	Turn   uint8        // 1 to 9
	Public Matrix       // days so far; from turn 6 on nights 2 and 4 too
	Own    [Lords]uint8 // own intimacies, nights included
	Count  [Lords]uint8 // by day: visits of the night before, by all four seats; zero on turn 1 and by night
}

// View is what one seat knows when it is asked. Fields follow from the reports so far and from nothing else.
type View struct {
	Report
	Strength [Lords]uint8
	Fresh    Matrix       // the last increase of Public: a day, on turn 6 also nights 2 and 4
	Shown    [4]Matrix    // Public on turns 2, 4, 6 and 8, the first after each day
	Secret   [2]Secret    // nights that are not in Public but whose counts are known, oldest first
	Secrets  uint8        // number of such nights: 0 to 2
	Half     [Seats]int32 // half-time totals by column in twelfths, from turn 6 on
}

func (v *View) Start(strength *[Lords]uint8) { *v = View{Strength: *strength} }

func (v *View) Tell(r *Report) {
	switch {
	case r.Turn == 1:
	case IsNight(r.Turn):
		v.Shown[r.Turn/2-1] = r.Public
		for l := range Lords {
			for j := range Seats {
				v.Fresh[l][j] = r.Public[l][j] - v.Public[l][j]
			}
		}
		if r.Turn == HalfTurn+1 {
			v.Secrets = 0
			v.Half = [Seats]int32{}
			Score(&v.Strength, &r.Public, &v.Half)
		}
	default:
		s := &v.Secret[v.Secrets&1]
		for l := range Lords {
			s[l] = r.Count[l] - (r.Own[l]-v.Own[l])/NightWorth
		}
		v.Secrets++
	}
	v.Report = *r
}

func (v *View) Strengths() (sum int) {
	for _, s := range v.Strength {
		sum += int(s)
	}
	return sum
}

func (v *View) Night() bool { return IsNight(v.Turn) }

// Policy decides. It must return an action that is legal in v.Turn, and may depend on the view and the roll only: equal
// view and roll, equal action. The view is valid during the call.
type Policy interface {
	Act(v *View, roll uint64) Action
}

// Observer is the optional interface of a policy that needs the end of a game: the true intimacies and the totals in
// twelfths, in the seat's own columns. The call follows the last answer, so no answer can depend on it.
type Observer interface {
	Over(truth *Matrix, totals *[Seats]int32)
}

// Secret is one night as a seat knows it: how often each lord was visited by the three others together, six visits in
// all. Without further knowledge, all 6!/(2!2!2!) = 90 ways to deal them out, two to each, are equally likely.
type Secret [Lords]uint8

// Foreign is the number of visits that the three others make in a night.
const Foreign = Others * NightVisits

// chance has, by a lord's visits among a night's six, how many of the 15 pairs of visits include 0, 1 or 2 of them.
var chance = [Foreign + 1][NightVisits + 1]uint8{
	{15, 0, 0}, {10, 5, 0}, {6, 8, 1}, {3, 9, 3}, {1, 8, 6}, {0, 5, 10}, {0, 0, 15},
}

// Chance returns the probability in fifteenths that a given opponent visited a lord n times (0 to 2) in the night.
func (s *Secret) Chance(lord, n int) uint8 { return chance[min(s[lord], Foreign)][n] }

// Deal draws one of the 90 ways: what each of the three others visited.
func (s *Secret) Deal(r uint64) (others [Others]Action) {
	var pool [Foreign]uint8
	n := 0
	for l, c := range s {
		for range c {
			if n < Foreign {
				pool[n] = uint8(l)
				n++
			}
		}
	}
	// A shuffle without the last pair: 6*5*4*3 = 360 results, two orders for two pairs, so all 90 deals are equal.
	k := roll.Below(r, Foreign*5*4*3)
	for i := range Foreign - NightVisits {
		left := Foreign - i
		j := i + k%left
		k /= left
		pool[i], pool[j] = pool[j], pool[i]
	}
	for i, l := range pool {
		others[i/NightVisits] += 1 << (lordBits * l)
	}
	return others
}
