package rules

import "bloodline/games/samurai/seat"

// horizon is one scoring to come, as seen from a turn.
type horizon struct {
	weight  float32 // factor of its points
	foreign float32 // intimacy that each of the others places between this turn and the scoring
	own     float32 // intimacy that the bot itself counts on placing in that time
}

// outlook has the expected result for each lord and number of own visits in this turn.
type outlook [seat.Lords][seat.DayVisits + 1]prospect

type prospect struct {
	points [seat.Seats]float32 // expected points by column
	value  float32             // own points with the weights of the genes
	square float32             // variance of the own points
}

// addScoring adds the expected points of a scoring, with boards after the others' visits of this turn.
func (r *Rules) addScoring(v *seat.View, s *estimate, boards *[seat.Lords]board, h horizon, o *outlook) {
	n, worth := seat.Visits(v.Turn), int(seat.Worth(v.Turn))
	for l := range o {
		b := boards[l]
		b.addLater(r, s, l, h.foreign)
		var gain [seat.Others]rivalry
		for j := range gain {
			gain[j].fill(&b, j)
		}
		i := (v.Strength[l] - seat.MinStrength) & 3
		strength := h.weight * float32(v.Strength[l])
		top, last := h.weight*r.top[i], h.weight*r.last[i]

		// The expected own intimacy is no whole number, so points are interpolated.
		x := float32(v.Own[l]) - float32(b.base) + float32(h.own*s.later[l][0]) + width
		whole := int(x)
		rest := x - float32(whole)
		for k := 0; k <= n; k++ {
			p, g := &o[l][k], whole-width+k*worth
			a, b := b.placing(g), b.placing(g+1)
			first, bottom := a.first+float32(rest*(b.first-a.first)), a.last+float32(rest*(b.last-a.last))
			mean := float32(strength * (first - bottom))
			p.points[0] += mean
			p.value += float32(top*first) - float32(last*bottom)
			p.square += float32(strength*strength*(a.square+float32(rest*(b.square-a.square)))) - float32(mean*mean)
			for j := range gain {
				y, z := gain[j].points(g), gain[j].points(g+1)
				p.points[j+1] += float32(strength * (y + float32(rest*(z-y))))
			}
		}
	}
}

// usualTotals returns the expected totals if the own visits go as the genes of plan say.
func (r *Rules) usualTotals(v *seat.View, s *estimate, o *outlook) (total [seat.Seats]float32) {
	total = standing(v)
	n := seat.Visits(v.Turn)
	for l := range o {
		k := float32(s.share[l][0] * float32(n))
		i := min(int(k), n-1)
		a, b, rest := &o[l][i], &o[l][i+1], k-float32(i)
		for j := range total {
			total[j] += a.points[j] + float32(rest*(b.points[j]-a.points[j]))
		}
	}
	return total
}

func (o *outlook) totals(v *seat.View, a seat.Action) (total [seat.Seats]float32) {
	total = standing(v)
	for l := range o {
		for j, x := range o[l][a.Count(l)].points {
			total[j] += x
		}
	}
	return total
}

func standing(v *seat.View) (total [seat.Seats]float32) {
	for j, x := range v.Half {
		total[j] = float32(x) / seat.Unit
	}
	return total
}

// weigh values each lord's visits by the own points, less each other's by the chance that it is the best of them.
func (r *Rules) weigh(v *seat.View, o *outlook, total [seat.Seats]float32, w *seat.Values) {
	h, left := 0, float32(seat.HalfTurn+1-v.Turn)
	if v.Turn > seat.HalfTurn {
		h, left = 1, float32(seat.Turns+1-v.Turn)
	}
	spread := r.spread[h] * sqrt(left)
	best := max(total[1], total[2], total[3])
	threat := [seat.Others]float32{total[1], total[2], total[3]}
	softmax(threat[:], 1/spread)
	for j := range threat {
		threat[j] *= r.rival[h]
	}
	risk := r.risk[h] * min(max((total[0]-best)/spread, -2), 2)
	n := seat.Visits(v.Turn)
	for l := range w {
		for k := 0; k <= n; k++ {
			p := &o[l][k]
			w[l][k] = p.value - float32(risk*p.square) - float32(threat[0]*p.points[1]) - float32(threat[1]*p.points[2]) - float32(threat[2]*p.points[3])
		}
	}
}
