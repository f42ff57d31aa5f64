package rules

import "bloodline/games/samurai/seat"

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

// classify returns the probabilities of the classes for each of the others, by its visits on the days that are public.
// Turn 6 shows day 5 together with the nights of the half.
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

// observe adds the log-likelihood of a day to that of each class.
func (r *Rules) observe(v *seat.View, now, did *table, j int, turn uint8, post *posterior) {
	var d description
	d.describe(&v.Strength, now, j, r.scale(turn), seat.DayWorth)
	placed := float32(0)
	for l := range did {
		placed += did[l][j]
	}
	for k := range r.class {
		for l, p := range d.shares(&r.class[k].day, 1) {
			post[k] += float32(r.evidence * seat.DayVisits / max(placed, 1) * did[l][j] * log(p+leastShare))
		}
	}
}

// leastShare is added to all shares, so that a single visit does not rule a class out.
const leastShare = 0.002
