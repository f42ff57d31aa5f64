package samurai

import (
	"fmt"

	"bloodline/engine/samurai/seat"
	"bloodline/genome/gene"
)

// Version counts up whenever the meaning of the genes changes.
const Version = 1

// Genes describes the vector that [New] reads, in its order.
var Genes = described()

// slot is a gene and the field of the rules that it fills.
type slot struct {
	gene.Gene
	field *float32
}

func described() (list []gene.Gene) {
	for _, s := range slots(new(Rules)) {
		list = append(list, s.Gene)
	}
	return list
}

// slots lists the genes with their fields in r.
func slots(r *Rules) []slot {
	var b builder
	b.worth(r)
	b.horizon(r)
	b.forecast(r)
	b.plan(r)
	b.threat(r)
	b.habit(r)
	b.opening(r)
	return b.list
}

type builder struct {
	group, unit string
	list        []slot
}

func (b *builder) in(group, unit string) { b.group, b.unit = group, unit }

// add appends one gene. Ranges and defaults are in the unit of the group.
func (b *builder) add(field *float32, name string, lo, hi, def float64, doc string) {
	b.list = append(b.list, slot{gene.Gene{
		Name: b.group + "." + name, Group: b.group, Unit: b.unit, Min: lo, Max: hi, Default: def, Doc: doc,
	}, field})
}

func (b *builder) worth(r *Rules) {
	b.in("worth", "factor")
	for i := range r.top {
		s := seat.MinStrength + i
		b.add(&r.top[i], fmt.Sprintf("top.%d", s), 0, 3, 1, fmt.Sprintf("How much being first with a lord of strength %d is valued against its points.", s))
	}
	for i := range r.last {
		s := seat.MinStrength + i
		b.add(&r.last[i], fmt.Sprintf("last.%d", s), 0, 3, 1, fmt.Sprintf("How much not being last with a lord of strength %d is valued against its points.", s))
	}
	for t := range r.beyond {
		b.add(&r.beyond[t], fmt.Sprintf("final.%d", t+1), 0, 2, 0.5, fmt.Sprintf("Weight of the final scoring against the half-time scoring in the choice of turn %d.", t+1))
	}
}

func (b *builder) horizon(r *Rules) {
	b.in("margin", "intimacy")
	for t := range r.halfSpread {
		b.add(&r.halfSpread[t], fmt.Sprintf("half.%d", t+1), 0.3, 12, 5-0.8*float64(t), fmt.Sprintf("On turn %d, how far ahead at half-time counts as safe: larger values care for larger margins.", t+1))
	}
	for t := range r.finalSpread {
		b.add(&r.finalSpread[t], fmt.Sprintf("final.%d", t+1), 0.3, 16, 9-0.9*float64(t), fmt.Sprintf("On turn %d, how far ahead at the end counts as safe: larger values care for larger margins.", t+1))
	}
	for i, phase := range phases {
		b.add(&r.topShift[i], "top."+phase, -4, 4, 0, "Lead over the best of the others that counts as an even chance of the top, "+phaseDocs[i]+".")
		b.add(&r.lastShift[i], "last."+phase, -4, 4, 0, "Distance above another that counts as an even chance of being last behind it, "+phaseDocs[i]+".")
	}
}

func (b *builder) forecast(r *Rules) {
	b.in("forecast", "weight")
	b.pull(&r.other, "others", pull{strength: [4]float32{0.7, 0.9, 1.1, 1.3}, last: 1, near: 0.5, reach: 4, lead: 2, rest: 0.5, again: 0.2})
	b.unit = "factor"
	b.add(&r.otherNow, "now", 0, 2, 1, "Share of what the others spend this turn that is foreseen at all.")
	b.add(&r.otherLater, "later", 0, 2, 1, "Share of what the others spend in later turns of the half that is foreseen.")
	b.add(&r.otherBeyond, "beyond", 0, 2, 0.7, "Share of what the others spend in the second half that is foreseen in the first.")
	b.unit = "variance"
	b.add(&r.doubt, "doubt", 0, 6, 1, "Doubt about foreseen visits: larger values trust large margins only, where many visits are expected.")
	b.add(&r.hidden, "hidden", 0, 6, 1, "Doubt about who paid the secret visits of a night.")
}

func (b *builder) plan(r *Rules) {
	b.in("plan", "weight")
	b.pull(&r.own, "own", pull{strength: [4]float32{1, 1, 1, 1}, last: 0.5, near: 0.5, reach: 4, lead: 3, rest: 0.5, again: 0})
	b.unit = "factor"
	b.add(&r.ownLater, "later", 0, 2, 0.8, "Share of the own later visits of the half that the bot counts on in advance.")
	b.add(&r.ownBeyond, "beyond", 0, 2, 0.6, "Share of the own visits of the second half that the bot counts on in the first.")
}

// pull adds the genes that say what draws a visit.
func (b *builder) pull(p *pull, whose string, def pull) {
	for i := range p.strength {
		s := seat.MinStrength + i
		b.add(&p.strength[i], fmt.Sprintf("strength.%d", s), 0, 4, float64(def.strength[i]), fmt.Sprintf("How much a lord of strength %d draws visits of the %s.", s, whose))
	}
	b.add(&p.last, "last", 0, 8, float64(def.last), "How much more a lord draws the "+whose+" where they are last.")
	b.add(&p.near, "near", 0, 8, float64(def.near), "How much more a lord draws the "+whose+" where the top is within reach.")
	b.add(&p.reach, "reach", 0, 10, float64(def.reach), "How far below the top the "+whose+" still reach for it.")
	b.add(&p.lead, "lead", 0, 10, float64(def.lead), "Lead from which on the "+whose+" feel safe.")
	b.add(&p.rest, "rest", 0, 2, float64(def.rest), "What is left of a lord's draw where the lead is safe.")
	b.add(&p.again, "again", 0, 4, float64(def.again), "How much each visit of the last shown day draws another one of the "+whose+".")
}

func (b *builder) threat(r *Rules) {
	b.in("threat", "factor")
	for i, half := range halves {
		b.add(&r.envy[i], "all."+half, 0, 2, 0.1, "What the points of each other daimyo count against own ones, "+halfDocs[i]+".")
		b.add(&r.fear[i], "leader."+half, 0, 2, 0.4, "What the points of the best placed daimyo count in addition, "+halfDocs[i]+".")
	}
	b.unit = "points"
	b.add(&r.scope, "range", 1, 30, 8, "Distance to the best placed from which on a daimyo is no threat.")
	b.unit = "factor"
	b.add(&r.careful, "ahead", -1, 3, 0.2, "When ahead, how much more last places are feared.")
	b.add(&r.daring, "behind", -1, 3, 0.2, "When behind, how much more tops are wanted.")
}

func (b *builder) habit(r *Rules) {
	b.in("habit", "points")
	for i, phase := range phases {
		b.add(&r.pile[i], "pile.day."+phase, -1, 1, 0, "By day, what each further visit of the same lord is worth more, "+phaseDocs[i]+".")
		b.add(&r.pileNight[i], "pile.night."+phase, -1, 1, 0, "By night, what the second visit of the same lord is worth more, "+phaseDocs[i]+".")
		b.add(&r.contest[i], "contested."+phase, -0.5, 0.5, 0, "What a visit costs for each point of intimacy that a lord has with the others above the average, "+phaseDocs[i]+".")
		b.add(&r.hide[i], "hide."+phase, -2, 2, 0, "What a visit by day costs where it would show a bid for the top, "+phaseDocs[i]+".")
		b.add(&r.stealth[i], "stealth."+phase, -2, 2, 0, "What a secret visit is worth more where the top is within reach, "+phaseDocs[i]+".")
	}
	b.add(&r.noiseDay, "noise.day", 0, 2, 0.05, "Chance in the choice by day.")
	b.add(&r.noiseNight, "noise.night", 0, 2, 0.05, "Chance in the choice by night.")
}

func (b *builder) opening(r *Rules) {
	b.in("open", "points")
	for i := range r.open {
		s := seat.MinStrength + i
		b.add(&r.open[i], fmt.Sprintf("strength.%d", s), -2, 2, 0, fmt.Sprintf("What a visit of a lord of strength %d is worth more on turn 1.", s))
	}
	b.add(&r.openPile, "pile", -1, 1, 0, "What each further visit of the same lord is worth more on turn 1.")
	b.add(&r.openNoise, "noise", 0, 4, 0.3, "Chance in the choice of turn 1.")
}

// A phase is a part of each half: the turns before the last night and day of it,
// and those two.
const (
	early = iota
	late
)

var (
	phases    = [2]string{"early", "late"}
	phaseDocs = [2]string{"early in a half", "in the last night and day of a half"}
	halves    = [2]string{"first", "second"}
	halfDocs  = [2]string{"in the first half", "in the second half"}
)

// phase returns early or late for a turn.
func phase(turn uint8) int {
	switch turn {
	case 4, 5, 8, 9:
		return late
	}
	return early
}
