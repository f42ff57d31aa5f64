package rules

import (
	"fmt"

	"bloodline/games/samurai/seat"
	"bloodline/genome/gene"
)

// Version counts up whenever the meaning of the genes changes.
const Version = 2

// Genes describes the vector that [New] reads, in its order.
var Genes = fields(new(Rules)).Genes

// defaults has the values of a bot that was never bred, in the order of the genes: the forecast fitted to games by
// likelihood, all then improved by evolution strategies against the baselines, strong players, and each other.
var defaults = [...]float64{
	1.112, 1.143, 1.328, 1.225, // worth: top, by strength
	1.034, 1.013, 1.14, 1.38, // last
	0.502, 0.404, 0.906, 0.141, 0.642, // final, by turn
	0.361, 1.783, 2.379, 0.124, // forecast: class 1 by day
	0.209, 2.11, 2.509, 0.224, // by night
	-0.112, 1.396, 1.212, 0.158, // forecast: class 2 by day
	-0.083, 0.412, 1.353, 0.146, -0.711, // by night, and prior
	0.634, 6.431, -0.538, 0.245, // forecast: class 3 by day
	1.221, 2.515, -0.32, 0.124, -4.068, // by night, and prior
	0.772, 2.173, 0.008, 0.414, 1.284, 0.077, 1.007, // evidence, reach, widening, later, beyond, cluster, variance
	-0.28, -0.502, 0.157, 0.275, // plan: draw
	0.578, 0.348, 0.439, 0.69, 0.54, 0.572, 0.579, 0.844, // later, by turn, and beyond
	5.763, 1.604, -0.027, // threat: spread, rivals and risk of the first half
	2.773, 1.194, 0.087, // of the second half
	0.0, 0.034, // habit
	0.154, -0.099, 0.269, 1.016, 0.042, // open: by strength, and noise
}

// builder lists the genes with the fields of the rules that they fill.
type builder struct {
	gene.List
	fields []*float32
}

func fields(r *Rules) *builder {
	b := new(builder)
	b.worth(r)
	b.forecast(r)
	b.future(r)
	b.threat(r)
	b.habit(r)
	return b
}

func (b *builder) add(field *float32, name string, lo, hi float64, doc string, args ...any) {
	b.Add(name, lo, defaults[len(b.fields)], hi, doc, args...)
	b.fields = append(b.fields, field)
}

func (b *builder) worth(r *Rules) {
	b.In("worth", "factor", "the worth of being first or not last, by lord and turn")
	for i := range r.top {
		s := seat.MinStrength + i
		b.add(&r.top[i], fmt.Sprintf("top.%d", s), 0, 3, "How much being first with a lord of strength %d is valued against its points.", s)
	}
	for i := range r.last {
		s := seat.MinStrength + i
		b.add(&r.last[i], fmt.Sprintf("last.%d", s), 0, 3, "How much not being last with a lord of strength %d is valued against its points.", s)
	}
	for t := range r.final {
		b.add(&r.final[t], fmt.Sprintf("final.%d", t+1), 0, 2, "Weight of the final scoring against the half-time scoring in the choice of turn %d.", t+1)
	}
}

func (b *builder) forecast(r *Rules) {
	b.In("forecast", "log-odds", "where rivals are expected to visit")
	for i := range r.class {
		c := &r.class[i]
		b.taste(&c.day, fmt.Sprintf("%d.day", i+1), fmt.Sprintf("a visit by day of players of class %d", i+1))
		b.taste(&c.night, fmt.Sprintf("%d.night", i+1), fmt.Sprintf("a visit by night of players of class %d", i+1))
		if i > 0 {
			b.add(&c.prior, fmt.Sprintf("%d.prior", i+1), -6, 6, "How likely players of class %d are before anything was seen, against those of class 1.", i+1)
		}
	}
	b.In("forecast", "factor")
	b.add(&r.evidence, "evidence", 0, 2, "How much each visit that was seen tells of the class of a player.")
	b.In("forecast", "intimacy")
	b.add(&r.reach, "reach", 0.3, 8, "Distance to the top, or from the last place, that the others are thought to take for safe.")
	b.add(&r.widening, "widening", 0, 1, "How much that distance grows with the square root of what is to come until the scoring.")
	b.In("forecast", "factor")
	b.add(&r.sharpness, "later", 0.05, 2, "How much the forecast of this turn counts for later ones.")
	b.add(&r.foreign, "beyond", 0, 2, "Share of what the others spend in the second half that is foreseen in the first.")
	b.In("forecast", "variance")
	b.add(&r.cluster, "cluster", 0, 1, "How much the visits of one of the others in a turn go to the same lord.")
	b.add(&r.variance, "variance", 0, 6, "Variance of each intimacy that is expected of later turns.")
}

func (b *builder) taste(t *taste, name, what string) {
	for i, f := range featureNames {
		b.add(&t[i], name+"."+f, featureLow[i], featureHigh[i], "How much %s draws %s.", featureDocs[i], what)
	}
}

var (
	featureNames = [features]string{"strength", "top", "last", "habit"}
	featureLow   = [features]float64{-2, -1, -1, -1}
	featureHigh  = [features]float64{2, 8, 8, 1}
	featureDocs  = [features]string{
		"each point of a lord's strength", "coming nearer to the top", "getting away from the last place",
		"each point of intimacy beyond a share by strength",
	}
)

func (b *builder) future(r *Rules) {
	b.In("plan", "log-odds", "own later visits to count on")
	b.taste(&r.plan, "draw", "later visits of the bot")
	b.In("plan", "factor")
	for t := range r.own {
		if t+1 != seat.HalfTurn && t+1 != seat.Turns {
			b.add(&r.own[t], fmt.Sprintf("later.%d", t+1), 0, 1.5, "On turn %d, the share of the own later visits of the half that the bot counts on in advance.", t+1)
		}
	}
	b.add(&r.ownBeyond, "beyond", 0, 1.5, "In the first half, the share of the own visits of the second that the bot counts on.")
}

func (b *builder) threat(r *Rules) {
	b.In("threat", "points", "the weight of rivals' totals, and of risk")
	for i, half := range []string{"first", "second"} {
		b.In("threat", "points")
		b.add(&r.spread[i], "spread."+half, 1, 30, "How uncertain totals are, for each square root of a turn to come: larger values mind all others alike, smaller ones the best of them, in the %s half.", half)
		b.In("threat", "factor")
		b.add(&r.rival[i], "rivals."+half, 0, 3, "What the points of the rivals count against own ones, in the %s half.", half)
		b.add(&r.risk[i], "risk."+half, -0.5, 0.5, "How much chance is sought when behind and shunned when ahead, in the %s half.", half)
	}
}

func (b *builder) habit(r *Rules) {
	b.In("habit", "points", "chance in the choice")
	b.add(&r.noiseDay, "noise.day", 0, 1, "Chance in the choice by day.")
	b.add(&r.noiseNight, "noise.night", 0, 1, "Chance in the choice by night.")
	b.In("open", "points", "the first turn")
	for i := range r.open {
		s := seat.MinStrength + i
		b.add(&r.open[i], fmt.Sprintf("strength.%d", s), -2, 2, "What a visit of a lord of strength %d is worth more on turn 1.", s)
	}
	b.add(&r.openNoise, "noise", 0, 4, "Chance in the choice of turn 1.")
}
