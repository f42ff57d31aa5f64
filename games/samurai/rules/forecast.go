package rules

import (
	"slices"

	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

// The weight of a visit to a lord is a sum of features by weights. The visits of a turn are shared out among the lords
// in proportion to exp(sum): a conditional logit (McFadden 1974).
const (
	byStrength = iota // strength above the mean
	byTop             // how much nearer a visit brings the top, times the strength
	byLast            // how much farther from the last place, times the strength
	byHabit           // intimacy beyond the lord's share by strength
	features
)

type (
	taste       [features]float32
	description [seat.Lords][features]float32
	table       = [seat.Lords][seat.Seats]float32
)

// estimate is what the rules derive from a view before they weigh actions.
type estimate struct {
	now   table // expected intimacies
	share table // how a seat shares out its visits of this turn among the lords
	later table // how it shares out its later visits
}

func (r *Rules) estimate(v *seat.View, s *estimate) {
	v.Estimate(&s.now)
	post := r.classify(v)
	scale := r.scale(v.Turn)
	for j := range seat.Seats {
		var d description
		d.describe(&v.Strength, &s.now, j, scale, float32(seat.Worth(v.Turn)))
		var now, later [seat.Lords]float32
		if j == 0 {
			now = d.shares(&r.plan, 1)
			later = now
		} else {
			now = r.expect(&d, &post[j], v.Night(), 1)
			later = r.expect(&d, &post[j], v.Night(), r.sharpness)
		}
		for l := range now {
			s.share[l][j], s.later[l][j] = now[l], later[l]
		}
	}
}

// scale returns the reciprocal of the distance that counts as safe, which grows with the intimacy still to be placed.
func (r *Rules) scale(turn uint8) float32 {
	later := toEnd[turn+1]
	if turn <= seat.HalfTurn {
		later = toHalf[turn+1]
	}
	return 1 / (r.reach + float32(r.widening*sqrt(later)))
}

// describe fills in the features of all lords for a column. worth is that of a visit.
func (d *description) describe(strength *[seat.Lords]uint8, now *table, j int, scale, worth float32) {
	placed, strengths := float32(0), float32(0)
	for l, s := range strength {
		placed += now[l][j]
		strengths += float32(s)
	}
	share := placed / strengths
	for l := range d {
		row := &now[l]
		a, b, c := row[(j+1)&3], row[(j+2)&3], row[(j+3)&3]
		x, hi, lo := row[j], max(a, b, c), min(a, b, c)
		top, last := float32((x-hi)*scale), float32((x-lo)*scale)
		s, step := float32(strength[l]), float32(worth*scale)
		d[l] = [features]float32{
			byStrength: s - (seat.MinStrength+seat.MaxStrength)/2.0,
			byTop:      s * (logistic(top+step) - logistic(top)),
			byLast:     s * (logistic(last+step) - logistic(last)),
			byHabit:    x - float32(share*s),
		}
	}
}

func (d *description) shares(t *taste, sharpness float32) (p [seat.Lords]float32) {
	for l := range p {
		for i, x := range d[l] {
			p[l] += float32(t[i] * x)
		}
	}
	softmax(p[:], sharpness)
	return p
}

func softmax(p []float32, sharpness float32) {
	most, sum := slices.Max(p), float32(0)
	for i, x := range p {
		p[i] = float32(roll.Exp(float64((x - most) * sharpness)))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
}

// classes is the number of kinds of players that the rules know (a latent class logit).
const classes = 3

type (
	class struct {
		day, night taste
		prior      float32 // log-odds
	}
	posterior [classes]float32
)

// expect returns how a column is expected to share out its visits, over all classes.
func (r *Rules) expect(d *description, post *posterior, night bool, sharpness float32) (p [seat.Lords]float32) {
	for k := range r.class {
		t := &r.class[k].day
		if night {
			t = &r.class[k].night
		}
		for l, x := range d.shares(t, sharpness) {
			p[l] += float32(post[k] * x)
		}
	}
	return p
}

// classify returns the others' probabilities of the classes, by the public days; turn 6 shows day 5 with the nights.
func (r *Rules) classify(v *seat.View) (post [seat.Seats]posterior) {
	for j := range post {
		for k := range r.class {
			post[j][k] = r.class[k].prior
		}
	}
	before := &seat.Matrix{}
	for i := range v.Turn / 2 {
		shown := &v.Shown[i&3]
		var now, did table
		for l := range now {
			for j, x := range before[l] {
				now[l][j], did[l][j] = float32(x), float32(shown[l][j]-x)
			}
		}
		turn := 2*i + 1
		if turn == seat.HalfTurn+2 {
			for l, n := range v.Secret[0] {
				for j := 1; j < seat.Seats; j++ {
					now[l][j] += float32(n) * seat.NightWorth / seat.Others
				}
			}
		}
		for j := 1; j < seat.Seats; j++ {
			r.observe(v, &now, &did, j, turn, &post[j])
		}
		before = shown
	}
	for j := range post {
		softmax(post[j][:], 1)
	}
	return post
}

func (r *Rules) observe(v *seat.View, now, did *table, j int, turn uint8, post *posterior) {
	const leastShare = 0.002 // added to all shares, so that a single visit does not rule a class out
	var d description
	d.describe(&v.Strength, now, j, r.scale(turn), seat.DayWorth)
	placed := float32(0)
	for l := range did {
		placed += did[l][j]
	}
	for k := range r.class {
		for l, p := range d.shares(&r.class[k].day, 1) {
			likely := float32(roll.Log(float64(p + leastShare)))
			post[k] += float32(r.evidence * seat.DayVisits / max(placed, 1) * did[l][j] * likely)
		}
	}
}
