package rules

import (
	"testing"

	"bloodline/games/samurai/seat"
)

// One opponent visits one lord only, one is wherever it would be last, one does both
// by halves: what they did tells the classes apart, and more with each day.
func TestRules_learn(t *testing.T) {
	r := Rules{reach: 2, evidence: 1}
	r.class[0].day[byLast] = 3
	r.class[1].day[byStrength] = 0
	r.class[2].day[byHabit] = 1
	v := seat.View{Strength: [seat.Lords]uint8{4, 4, 4, 4, 4, 4}}
	v.Turn = 1
	prior := r.classify(&v)
	day := func(turn uint8, acts ...seat.Action) {
		v.Turn = turn
		for l := range v.Public {
			for j, a := range acts {
				v.Public[l][j+1] += uint8(a.Count(l))
			}
		}
		v.Shown[turn/2-1] = v.Public
	}
	day(2, seat.ActionOf(3, 3, 3, 3, 3), seat.ActionOf(0, 1, 2, 4, 5), seat.ActionOf(3, 3, 3, 0, 1))
	day(4, seat.ActionOf(3, 3, 3, 3, 3), seat.ActionOf(3, 3, 2, 4, 5), seat.ActionOf(3, 3, 4, 5, 2))
	one := r.classify(&v)
	day(6, seat.ActionOf(3, 3, 3, 3, 3), seat.ActionOf(3, 3, 0, 1, 2), seat.ActionOf(3, 4, 4, 5, 0))
	two := r.classify(&v)
	if prior[1] != prior[2] || prior[1][0] != prior[1][2] {
		t.Errorf("before anything was shown: %v", prior)
	}
	if one[1][2] < 0.9 || two[1][2] < one[1][2] {
		t.Errorf("who piles up is of the class that does with %v, then %v", one[1], two[1])
	}
	if one[2][0] < one[2][1] || one[2][0] < 4*one[2][2] {
		t.Errorf("who mends last places is of the class that does with %v", one[2])
	}
	if one[3][2] > one[1][2] || one[3][0] > one[2][0] {
		t.Errorf("who does both by halves: %v", one[3])
	}
}
