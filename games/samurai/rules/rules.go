// Package rules holds the genes of Negotiate and Conquer and the rules that read them: a view in, a turn's visits out.
//
// A visit to one lord changes nothing at another. So the rules value every number of visits (0 to 5) to every lord by
// itself and take the action with the largest sum, of 252 by day and 21 by night (seat.Values). A choice has these
// steps, each with the groups of genes that weigh in it:
//
//  1. Learn (forecast): each of the others belongs to one of three classes of players, with probabilities by its visits
//     on the public days (a latent class logit).
//  2. Forecast (forecast, plan): shares of the lords in the visits of this turn and of later ones, by the conditional
//     logit of each class: strength, nearness of the top and of the last place, habit. Plan does so for own later
//     visits.
//  3. Look (worth): for each scoring to come, the distribution of each of the others' intimacies with each lord, and
//     from these the expected points of all four, ties included, for each number of own visits. All ways to deal out
//     secret visits are equally likely. In the first half both scorings count, half-time and final.
//  4. Weigh (threat): own points against those of each other seat, by the chance that it is the best of the others.
//  5. Habits (habit, open): preferences on turn 1, and noise.
//
// A choice costs some 10 µs and allocates nothing. Exported bots have a copy of the package.
package rules

import (
	"math"

	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

const strengths = seat.MaxStrength - seat.MinStrength + 1

// Rules are a genome, compiled: a flat struct of its genes. They are immutable and may sit at any number of tables.
type Rules struct {
	top, last [strengths]float32 // value of the top, cost of the last place, by strength
	final     [seat.HalfTurn]float32

	class                      [classes]class // classes of the others
	evidence                   float32
	reach, widening            float32
	sharpness                  float32
	variance, cluster, foreign float32

	plan      taste // how the bot itself shares out later visits
	own       [seat.Turns]float32
	ownBeyond float32

	spread, rival, risk [2]float32 // by half

	noiseDay, noiseNight float32

	open      [strengths]float32
	openNoise float32
}

// New compiles a vector in the order of [Genes]. The vector must be of their number and in their ranges.
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

func (r *Rules) Act(v *seat.View, chance uint64) seat.Action {
	var s estimate
	r.estimate(v, &s)
	var boards [seat.Lords]board
	for l := range boards {
		boards[l].fill(r, v, &s, l)
	}
	var o outlook
	if v.Turn <= seat.HalfTurn {
		h := horizon{1, toHalf[v.Turn+1], float32(r.own[v.Turn-1] * toHalf[v.Turn+1])}
		r.addScoring(v, &s, &boards, h, &o)
		h.weight = r.final[v.Turn-1]
		h.foreign += float32(r.foreign * secondHalf)
		h.own += float32(r.ownBeyond * secondHalf)
		r.addScoring(v, &s, &boards, h, &o)
	} else {
		r.addScoring(v, &s, &boards, horizon{1, toEnd[v.Turn+1], r.own[v.Turn-1] * toEnd[v.Turn+1]}, &o)
	}
	var w seat.Values
	r.weigh(v, &o, r.usualTotals(v, &s, &o), &w)
	r.weigh(v, &o, o.totals(v, w.Best(v.Turn)), &w)
	r.habits(v, chance, &w)
	return w.Best(v.Turn)
}

// The intimacy that a seat places from a turn on until half-time, and until the end.
var toHalf, toEnd = func() (half, end [seat.Turns + 2]float32) {
	for t := uint8(seat.Turns); t >= 1; t-- {
		end[t] = end[t+1] + float32(seat.Spends(t))
		if t <= seat.HalfTurn {
			half[t] = half[t+1] + float32(seat.Spends(t))
		}
	}
	return half, end
}()

var secondHalf = toEnd[seat.HalfTurn+1]

// habits adds noise and the preferences of turn 1.
func (r *Rules) habits(v *seat.View, chance uint64, w *seat.Values) {
	noise := r.noiseDay
	switch {
	case v.Turn == 1:
		noise = r.openNoise
	case v.Night():
		noise = r.noiseNight
	}
	for l := range w {
		each := float32(noise * roll.Logistic(chance, uint(l)))
		if v.Turn == 1 {
			each += r.open[(v.Strength[l]-seat.MinStrength)&3]
		}
		for k := range w[l] {
			w[l][k] += float32(each * float32(k))
		}
	}
}

// logistic is the logistic distribution function, by a table over [-8, 8).
const (
	logisticReach = 8
	logisticSteps = 32 // per unit
)

var logisticTable = func() (t [2 * logisticReach * logisticSteps]float32) {
	for i := range t {
		x := float64((float64(i)+0.5)/logisticSteps) - logisticReach
		t[i] = float32(1 / (1 + roll.Exp(-x)))
	}
	return t
}()

func logistic(x float32) float32 {
	i := int((float32(x) + logisticReach) * logisticSteps)
	return logisticTable[min(max(i, 0), len(logisticTable)-1)]
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
