package samurai

import (
	"bloodline/engine/roll"
	"bloodline/engine/samurai/seat"
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

// attraction says what draws a daimyo's visits to a lord.
type attraction struct {
	strength                             [strengths]float32
	last, near, reach, lead, rest, again float32
}

// Rules are a genome, compiled: a flat struct of its genes. They are immutable
// and may sit at any number of tables.
type Rules struct {
	top, last   [strengths]float32 // by strength, times the strength
	beyond      [seat.HalfTurn]float32
	halfSpread  [seat.HalfTurn]float32
	finalSpread [seat.Turns]float32
	topShift    [2]float32 // by phase
	lastShift   [2]float32

	other, own                        attraction
	otherNow, otherLater, otherBeyond float32
	ownLater, ownBeyond               float32
	variance, hidden                  float32

	envy, fear             [2]float32 // by half
	scope, careful, daring float32

	pile, pileNight, contest, hide, stealth [2]float32 // by phase
	noiseDay, noiseNight                    float32

	open                [strengths]float32
	openPile, openNoise float32
}

var _ seat.Policy = (*Rules)(nil)

// New compiles a vector in the order of [Genes]. The vector must be of their
// number and in their ranges.
func New(genes []float64) *Rules {
	r := new(Rules)
	for i, f := range fields(r).fields {
		*f = float32(genes[i])
	}
	for i := range strengths {
		r.top[i] *= float32(seat.MinStrength + i)
		r.last[i] *= float32(seat.MinStrength + i)
	}
	return r
}

// estimate is what the rules derive from a view before they weigh actions.
type estimate struct {
	now    [seat.Lords][seat.Seats]float32 // estimated intimacies
	share  [seat.Lords][seat.Seats]float32 // of a seat's visits to come, by lord
	hidden [seat.Lords]float32             // variance of another's intimacy from secret visits
	near   [seat.Lords]bool                // the own top is within reach and not safe
}

// Act chooses a turn's visits.
func (r *Rules) Act(v *seat.View, chance uint64) seat.Action {
	var s estimate
	r.estimate(v, &s)
	var w seat.Values
	if v.Turn <= seat.HalfTurn {
		r.weigh(v, &s, r.half(v.Turn), &w)
		if r.beyond[v.Turn-1] > 0 {
			r.weigh(v, &s, r.afar(v.Turn), &w)
		}
	} else {
		r.weigh(v, &s, r.final(v.Turn), &w)
	}
	r.habits(v, &s, chance, &w)
	return w.Best(v.Turn)
}

// estimate estimates intimacies and forecasts shares of visits.
func (r *Rules) estimate(v *seat.View, s *estimate) {
	v.Estimate(&s.now)
	for l := range s.hidden {
		for i := range v.Secrets {
			s.hidden[l] += hiddenVariance[v.Secret[i&1][l]&7]
		}
	}
	var sum [seat.Seats]float32
	for l := range s.now {
		strength := (v.Strength[l] - seat.MinStrength) & 3
		row := &s.now[l]
		for j := range row {
			p := &r.other
			if j == 0 {
				p = &r.own
			}
			d, near := p.draw(strength, row, j, v.Fresh[l][j])
			s.share[l][j] = d
			sum[j] += d
			if j == 0 {
				s.near[l] = near
			}
		}
	}
	for j := range sum {
		sum[j] = 1 / sum[j]
	}
	for l := range s.share {
		for j := range sum {
			s.share[l][j] *= sum[j]
		}
	}
}

// draw returns how much a lord attracts a daimyo, and whether the top is near.
func (p *attraction) draw(strength uint8, row *[seat.Seats]float32, j int, fresh uint8) (d float32, near bool) {
	a, b, c := row[(j+1)&3], row[(j+2)&3], row[(j+3)&3]
	hi, lo := max(a, b, c), min(a, b, c)
	x := row[j]
	d = p.strength[strength] + p.again*float32(fresh) + leastDraw
	if x < lo+0.5 {
		d += p.last
	}
	switch gap := x - hi; {
	case gap > p.lead:
		d *= p.rest
		d += leastDraw
	case gap > -p.reach:
		d += p.near
		near = true
	}
	return d, near
}

// leastDraw keeps shares defined when all genes of an attraction are zero.
const leastDraw = 0.02

// hiddenVariance is the variance of one opponent's intimacy by the foreign visits n of a
// secret night: 2 of 6 visits are its own, each worth 2, so 4 times the
// hypergeometric 2 p (1-p) (6-2)/(6-1) with p = n/6.
var hiddenVariance = func() (t [8]float32) {
	for n := range seat.Foreign + 1 {
		p := float64(n) / seat.Foreign
		t[n] = float32(4 * 2 * p * (1 - p) * 4 / 5)
	}
	return t
}()

// beat is the logistic distribution function over [-8, 8).
const (
	beatReach = 8
	beatSteps = 32 // to the unit
)

var beatTable = func() (t [2 * beatReach * beatSteps]float32) {
	for i := range t {
		x := (float64(i)+0.5)/beatSteps - beatReach
		t[i] = float32(1 / (1 + roll.Exp(-x)))
	}
	return t
}()

// beat turns a distance in steps, beatSteps of which are one spread, into the
// chance to be ahead.
func beat(steps float32) float32 {
	i := int(steps + beatReach*beatSteps)
	return beatTable[min(max(i, 0), len(beatTable)-1)]
}

// habits adds the preferences that do not follow from scores.
func (r *Rules) habits(v *seat.View, s *estimate, chance uint64, w *seat.Values) {
	ph, night := phase(v.Turn), v.Night()
	pile, noise := r.pile[ph], r.noiseDay
	if night {
		pile, noise = r.pileNight[ph], r.noiseNight
	}
	if v.Turn == 1 {
		pile, noise = pile+r.openPile, r.openNoise
	}
	var crowd [seat.Lords]float32
	mean := float32(0)
	for l := range crowd {
		crowd[l] = s.now[l][1] + s.now[l][2] + s.now[l][3]
		mean += crowd[l] / seat.Lords
	}
	n := seat.Visits(v.Turn)
	for l := range w {
		each := noise*roll.Logistic(chance, uint(l)) - r.contest[ph]*(crowd[l]-mean)
		switch {
		case v.Turn == 1:
			each += r.open[(v.Strength[l]-seat.MinStrength)&3]
		case s.near[l] && night:
			each += r.stealth[ph]
		case s.near[l]:
			each -= r.hide[ph]
		}
		sum := float32(0)
		for k := 1; k <= n; k++ {
			sum += each + pile*float32(k-1)
			w[l][k] += sum
		}
	}
}
