package seat

import "bloodline/engine/roll"

// Secret is one night as a seat knows it: how often each lord was visited by the three others together, six visits in
// all. If nothing is known of their habits, all 6!/(2!2!2!) = 90 ways to deal out the six visits, two to each, are
// equally likely.
type Secret [Lords]uint8

// Foreign is the number of visits that the three others make in a night.
const Foreign = Others * NightVisits

// chance has, by the number of a lord's visits among the six of a night, how many of the 15 pairs of visits include 0,
// 1 or 2 of them.
var chance = [Foreign + 1][NightVisits + 1]uint8{
	{15, 0, 0}, {10, 5, 0}, {6, 8, 1}, {3, 9, 3}, {1, 8, 6}, {0, 5, 10}, {0, 0, 15},
}

// Chance returns the probability in fifteenths that one given opponent visited a lord n times (0 to 2) in the night.
// Its mean is a third of the foreign visits.
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
	// A shuffle of which the last pair is left over: 6*5*4*3 = 360 results, two orders for each of two pairs, so all 90
	// deals come up equally.
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
