package samurai

import (
	"math"

	"bloodline/engine/samurai/seat"
)

// horizon is one scoring to come, as seen from a turn.
type horizon struct {
	weight      float32 // of its points
	spread      float32 // square of what counts as a safe margin
	other, own  float32 // intimacy that another will place until then, this turn included, and the own one after this turn
	half, phase int
}

// Intimacy that one seat places from a turn on until half-time and until the end.
var toHalf, toEnd = func() (half, end [seat.Turns + 2]float32) {
	for t := uint8(seat.Turns); t >= 1; t-- {
		x := float32(seat.Visits(t)) * float32(seat.Worth(t))
		end[t] = end[t+1] + x
		if t <= seat.HalfTurn {
			half[t] = half[t+1] + x
		}
	}
	return half, end
}()

func placed(turn uint8) float32 { return float32(seat.Visits(turn)) * float32(seat.Worth(turn)) }

// half is the scoring after turn 5, from a turn of the first half.
func (r *Rules) half(turn uint8) horizon {
	later, sp := toHalf[turn+1], r.halfSpread[turn-1]
	return horizon{
		weight: 1, spread: sp * sp,
		other: r.otherNow*placed(turn) + r.otherLater*later,
		own:   r.ownLater * later,
		half:  0, phase: phase(turn),
	}
}

// afar is the final scoring, from a turn of the first half.
func (r *Rules) afar(turn uint8) horizon {
	h := r.half(turn)
	sp, second := r.finalSpread[turn-1], toEnd[seat.HalfTurn+1]
	h.weight, h.spread = r.beyond[turn-1], sp*sp
	h.other += r.otherBeyond * second
	h.own += r.ownBeyond * second
	h.phase = early
	return h
}

// final is the final scoring, from a turn of the second half.
func (r *Rules) final(turn uint8) horizon {
	later, sp := toEnd[turn+1], r.finalSpread[turn-1]
	return horizon{
		weight: 1, spread: sp * sp,
		other: r.otherNow*placed(turn) + r.otherLater*later,
		own:   r.ownLater * later,
		half:  1, phase: phase(turn),
	}
}

// prospect is a lord at a horizon: how far above each of the others the bot is
// expected to be without this turn's visits, and the others' chances among
// themselves. Distances are in steps of the table of beat.
type prospect struct {
	ahead  [seat.Others]float32 // expected distance to each of the others
	sharp  [seat.Others]float32 // steps to a point of intimacy: 1 / spread
	top    [seat.Others]float32 // chance to be above the two others
	bottom [seat.Others]float32 // chance to be below them
}

// weigh adds the value of visits for one horizon.
func (r *Rules) weigh(v *seat.View, s *estimate, h horizon, w *seat.Values) {
	var ps [seat.Lords]prospect
	var total [seat.Seats]float32
	if h.half == 1 {
		for j := range total {
			total[j] = float32(v.Half[j]) / seat.Unit
		}
	}
	for l := range ps {
		ps[l].expect(r, s, l, &h)
		ps[l].standing(float32(v.Strength[l]), s.share[l][0]*placed(v.Turn), &total)
	}
	t := r.risk(&total, &h)
	visits, worth := seat.Visits(v.Turn), float32(seat.Worth(v.Turn))
	for l := range ps {
		i := (v.Strength[l] - seat.MinStrength) & 3
		t.top, t.last = h.weight*r.top[i]*t.daring, h.weight*r.last[i]*t.careful
		ps[l].value(&t, h.weight*float32(v.Strength[l]), worth, w[l][:visits+1])
	}
}

func (p *prospect) expect(r *Rules, s *estimate, l int, h *horizon) {
	now, share := &s.now[l], &s.share[l]
	own := now[0] + share[0]*h.own
	var mean [seat.Others]float32
	for i := range mean {
		coming := share[i+1] * h.other
		mean[i] = now[i+1] + coming
		p.sharp[i] = beatSteps / float32(math.Sqrt(float64(h.spread+r.hidden*s.hidden[l]+r.variance*coming)))
		p.ahead[i] = (own - mean[i]) * p.sharp[i]
	}
	a := beat((mean[0] - mean[1]) * (p.sharp[0] + p.sharp[1]) / 2) // 0 above 1
	b := beat((mean[1] - mean[2]) * (p.sharp[1] + p.sharp[2]) / 2) // 1 above 2
	c := beat((mean[2] - mean[0]) * (p.sharp[2] + p.sharp[0]) / 2) // 2 above 0
	p.top = [seat.Others]float32{a * (1 - c), b * (1 - a), c * (1 - b)}
	p.bottom = [seat.Others]float32{(1 - a) * c, (1 - b) * a, (1 - c) * b}
}

// standing adds the points that the columns may expect if the own visits of this
// turn go where they usually go.
func (p *prospect) standing(strength, visits float32, total *[seat.Seats]float32) {
	top, last := float32(1), float32(1)
	for i, sharp := range &p.sharp {
		b := beat(p.ahead[i] + visits*sharp)
		top *= b
		last *= 1 - b
		total[i+1] += strength * ((1-b)*p.top[i] - b*p.bottom[i])
	}
	total[0] += strength * (top - last)
}

// risk is the genes of a half, adjusted to the standings.
type risk struct {
	threat              [seat.Others]float32
	daring, careful     float32
	topShift, lastShift float32
	top, last           float32 // worth of the lord at hand
}

func (r *Rules) risk(total *[seat.Seats]float32, h *horizon) (t risk) {
	best := max(total[1], total[2], total[3])
	for i := range t.threat {
		closeness := max(1+(total[i+1]-best)/r.scope, 0)
		t.threat[i] = r.envy[h.half] + r.fear[h.half]*closeness
	}
	lead := min(max((total[0]-best)/r.scope, -1), 1)
	t.daring, t.careful = 1, 1
	if lead > 0 {
		t.careful += r.careful * lead
	} else {
		t.daring -= r.daring * lead
	}
	t.topShift, t.lastShift = r.topShift[h.phase], r.lastShift[h.phase]
	return t
}

// value adds the worth of 0, 1, ... visits of a lord. What another gains there depends
// on the chance b to be ahead of it: t ((1-b) top - b bottom). The part without b is the
// same for all choices and left out.
func (p *prospect) value(t *risk, strength, worth float32, w []float32) {
	s0, s1, s2 := p.sharp[0], p.sharp[1], p.sharp[2]
	a0, a1, a2 := p.ahead[0]-t.topShift*s0, p.ahead[1]-t.topShift*s1, p.ahead[2]-t.topShift*s2
	shift := t.topShift - t.lastShift
	g0 := strength * t.threat[0] * (p.top[0] + p.bottom[0])
	g1 := strength * t.threat[1] * (p.top[1] + p.bottom[1])
	g2 := strength * t.threat[2] * (p.top[2] + p.bottom[2])
	for k := range w {
		d := worth * float32(k)
		b0, b1, b2 := beat(a0+d*s0), beat(a1+d*s1), beat(a2+d*s2)
		d += shift
		c0, c1, c2 := beat(a0+d*s0), beat(a1+d*s1), beat(a2+d*s2)
		w[k] += t.top*b0*b1*b2 - t.last*(1-c0)*(1-c1)*(1-c2) + g0*b0 + g1*b1 + g2*b2
	}
}
