package baselines

import "bloodline/games/samurai/seat"

func random(v *seat.View, r uint64) seat.Action { return seat.Any(v.Turn, r) }

// greedyTop wants every top it can reach now, the strongest first, and cares for nothing else.
func greedyTop(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	return b.reply(v, r, func(l int, own float32) float32 {
		hi, _ := b.rivals(l)
		s := float32(v.Strength[l])
		switch gap := own - hi; {
		case gap > near:
			return s + float32(0.01*min(gap, 3))
		case gap > -near:
			return s / 2
		default:
			return 0.02 * s * gap
		}
	})
}

// avoidLast first leaves every last place, the strongest lords first, then keeps a distance of two from it.
func avoidLast(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	return b.reply(v, r, func(l int, own float32) float32 {
		_, lo := b.rivals(l)
		s := float32(v.Strength[l])
		switch gap := own - lo; {
		case gap < -near:
			return s * (float32(0.05*gap) - 1)
		case gap < near:
			return -s / 2
		default:
			return s * 0.1 * min(gap, 2)
		}
	})
}

// balanced keeps its intimacies in proportion to the strengths, whatever the others do.
func balanced(v *seat.View, r uint64) seat.Action {
	placed, strengths := float32(seat.Spends(v.Turn)), float32(v.Strengths())
	for _, x := range v.Own {
		placed += float32(x)
	}
	b := guess(v)
	return b.reply(v, r, func(l int, own float32) float32 {
		d := own - placed*float32(v.Strength[l])/strengths
		return -d * d
	})
}

// copyLeader goes where the best placed of the others went on its last day.
func copyLeader(v *seat.View, r uint64) seat.Action {
	if v.Turn == 1 {
		return balanced(v, r)
	}
	b := guess(v)
	j := b.leader(v)
	worth := float32(seat.Worth(v.Turn))
	return b.reply(v, r, func(l int, own float32) float32 {
		d := own - b[l][0] - float32(worth*float32(v.Fresh[l][j]))
		return -d * d
	})
}

// accountant takes the action that would score most if the half ended now and no other seat moved.
func accountant(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	return b.reply(v, r, func(l int, own float32) float32 { return b.with(v, l, own)[0] })
}

// forecaster is an accountant that expects the others to spend the turn as they spent their last day.
func forecaster(v *seat.View, r uint64) seat.Action {
	if v.Turn == 1 {
		return balanced(v, r)
	}
	b := guess(v)
	for j := 1; j < seat.Seats; j++ {
		placed := float32(0)
		for l := range b {
			placed += float32(v.Fresh[l][j])
		}
		scale := float32(seat.Spends(v.Turn)) / placed
		for l := range b {
			b[l][j] += float32(scale * float32(v.Fresh[l][j]))
		}
	}
	return b.reply(v, r, func(l int, own float32) float32 { return b.with(v, l, own)[0] })
}

// rebel fights the leader: points that it takes from the best of the others are worth as much as points that it gains.
func rebel(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	j := b.leader(v)
	return b.reply(v, r, func(l int, own float32) float32 {
		points := b.with(v, l, own)
		return points[0] - points[j] + float32(0.02*min(own-b[l][j], 3))
	})
}

// lateStriker spreads its visits evenly until the last night and day before a scoring, when it changes places.
func lateStriker(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	if !closing(v.Turn) {
		return b.reply(v, r, func(_ int, own float32) float32 { return -own * own })
	}
	return b.reply(v, r, func(l int, own float32) float32 { return cautious(v, &b, l, own) })
}

// cautious rates an intimacy by its margins over the strongest and weakest of the others; two is as good as safe.
func cautious(v *seat.View, b *board, l int, own float32) float32 {
	hi, lo := b.rivals(l)
	ramp := func(gap float32) float32 { return min(max((gap+2)/4, 0), 1) }
	return float32(v.Strength[l]) * (ramp(own-hi) + ramp(own-lo))
}

func warlord(v *seat.View, r uint64) seat.Action {
	return pile(v, r, func(l int) float32 { return float32(v.Strength[l]) + float32(0.1*float32(v.Own[l])) })
}

// quietCheap piles up on two weak lords that the others leave alone, and turns to the rest when a scoring is near.
func quietCheap(v *seat.View, r uint64) seat.Action {
	b := guess(v)
	if closing(v.Turn) {
		return b.reply(v, r, func(l int, own float32) float32 { return cautious(v, &b, l, own) })
	}
	return pile(v, r, func(l int) float32 {
		hi, _ := b.rivals(l)
		return -float32(v.Strength[l]) - hi + float32(0.5*b[l][0])
	})
}

// pile visits the lord with the largest f four times by day and the second once; by night it visits both once. If it
// leads by more than four at the first, the two change places.
func pile(v *seat.View, r uint64, f func(lord int) float32) seat.Action {
	var like [seat.Lords]float32
	b := guess(v)
	for l := range like {
		like[l] = f(l) + float32(0.01*noise(r, l))
	}
	first, second := topTwo(&like)
	if hi, _ := b.rivals(first); b[first][0] > hi+4 {
		first, second = second, first
	}
	if v.Night() {
		return seat.ActionOf(first, second)
	}
	return seat.Action(0).With(first, 4).With(second, 1)
}

func topTwo(like *[seat.Lords]float32) (first, second int) {
	second = 1
	if like[1] > like[0] {
		first, second = 1, 0
	}
	for l := 2; l < seat.Lords; l++ {
		switch {
		case like[l] > like[first]:
			first, second = l, first
		case like[l] > like[second]:
			second = l
		}
	}
	return first, second
}

// actuary computes for every lord and number of visits the chances of top and last place at the next scorings, if the
// others visit by strength now and at random later. The more turns to come, the more a lead must be to count.
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

// prospect is the chance of the top less that of the last place; a lead of spread lasts with odds of three to one.
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
