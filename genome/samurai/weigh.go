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

// prospect is a lord at a horizon: where the others are expected, how sure that
// is, and their chances among themselves.
type prospect struct {
	own    float32              // expected intimacy without this turn's visits
	mean   [seat.Others]float32 // of the others
	sharp  [seat.Others]float32 // 1 / spread
	top    [seat.Others]float32 // chance to be above the two others
	bottom [seat.Others]float32 // chance to be below them
}

// weigh adds the value of visits for one horizon.
func (r *Rules) weigh(v *seat.View, s *sight, h horizon, w *seat.Values) {
	var ps [seat.Lords]prospect
	total := [seat.Seats]float32{}
	if h.half == 1 {
		for j := range total {
			total[j] = float32(v.Half[j]) / seat.Unit
		}
	}
	for l := range ps {
		ps[l].expect(r, s, l, &h)
		ps[l].standing(float32(v.Strength[l]), s.share[l][0]*placed(v.Turn), &total)
	}
	t := r.temper(&total, &h)
	visits, worth := seat.Visits(v.Turn), float32(seat.Worth(v.Turn))
	for l := range ps {
		i := (v.Strength[l] - seat.MinStrength) & 3
		t.top, t.last = r.top[i]*t.daring, r.last[i]*t.careful
		t.strength = float32(v.Strength[l])
		for k := 0; k <= visits; k++ {
			w[l][k] += h.weight * ps[l].value(&t, worth*float32(k))
		}
	}
}

func (p *prospect) expect(r *Rules, s *sight, l int, h *horizon) {
	p.own = s.now[l][0] + s.share[l][0]*h.own
	for i := range p.mean {
		coming := s.share[l][i+1] * h.other
		p.mean[i] = s.now[l][i+1] + coming
		p.sharp[i] = 1 / float32(math.Sqrt(float64(h.spread+r.hidden*s.fog[l]+r.doubt*coming)))
	}
	var above [seat.Others]float32 // above[i]: i ahead of the next one
	for i := range above {
		n := (i + 1) % seat.Others
		above[i] = beat((p.mean[i] - p.mean[n]) * (p.sharp[i] + p.sharp[n]) / 2)
	}
	for i := range above {
		before := (i + 2) % seat.Others
		p.top[i] = above[i] * (1 - above[before])
		p.bottom[i] = (1 - above[i]) * above[before]
	}
}

// standing adds the points that the columns may expect if the own visits of this
// turn go where they usually go.
func (p *prospect) standing(strength, visits float32, total *[seat.Seats]float32) {
	top, last := float32(1), float32(1)
	for i, m := range p.mean {
		b := beat((p.own + visits - m) * p.sharp[i])
		top *= b
		last *= 1 - b
		total[i+1] += strength * ((1-b)*p.top[i] - b*p.bottom[i])
	}
	total[0] += strength * (top - last)
}

// temper is what the standings make of the genes.
type temper struct {
	threat              [seat.Others]float32
	daring, careful     float32
	topShift, lastShift float32
	top, last, strength float32 // of the lord at hand
}

func (r *Rules) temper(total *[seat.Seats]float32, h *horizon) (t temper) {
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

// value is the worth of having visits more intimacy with a lord.
func (p *prospect) value(t *temper, visits float32) float32 {
	top, last, theirs := float32(1), float32(1), float32(0)
	for i, m := range p.mean {
		d := p.own + visits - m
		b := beat((d - t.topShift) * p.sharp[i])
		top *= b
		last *= 1 - beat((d-t.lastShift)*p.sharp[i])
		theirs += t.threat[i] * ((1-b)*p.top[i] - b*p.bottom[i])
	}
	return t.top*top - t.last*last - t.strength*theirs
}
