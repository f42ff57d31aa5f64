package baselines

import "bloodline/games/samurai/seat"

// actuary computes for every lord and number of visits how likely the top and the last place are at the next scorings,
// if the others visit by strength in this turn and at random later. The more turns there are to come, the larger a lead
// must be to count as much.
func actuary(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	now := float32(seat.Spends(v.Turn)) / float32(v.Strengths())
	near, far := float32(seat.Turns-v.Turn), float32(0)
	if v.Turn <= seat.HalfTurn {
		near, far = seat.HalfTurn-float32(v.Turn), near
	}
	return b.reply(v, r, func(l int, own float32) float32 {
		s := float32(v.Strength[l])
		worth := float32(s * b.prospect(l, own-float32(now*s), 1+near))
		if far > 0 {
			worth += float32(0.5 * s * b.prospect(l, own-float32(now*s), 1+far))
		}
		return worth
	})
}

// prospect is the chance of the top less that of the last place with an own intimacy. A lead of spread over another
// seat lasts with odds of three to one.
func (b *board) prospect(lord int, own, spread float32) float32 {
	top, last := float32(1), float32(1)
	for _, x := range b[lord][1:] {
		d := (own - x) / spread
		p := 0.5 + 0.5*d/(1+max(d, -d))
		top *= p
		last *= 1 - p
	}
	return top - last
}
