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

func described() []gene.Gene {
	genes, standard := fields(new(Rules)).Genes, defaults()
	for i := range genes {
		genes[i].Default = standard[genes[i].Name]
	}
	return genes
}

// builder lists the genes with the fields of the rules that they fill.
type builder struct {
	gene.List
	fields []*float32
}

// fields lists the genes with their fields in r.
func fields(r *Rules) *builder {
	b := new(builder)
	b.worth(r)
	b.horizon(r)
	b.forecast(r)
	b.plan(r)
	b.threat(r)
	b.habit(r)
	b.opening(r)
	return b
}

// add appends one gene without its default.
func (b *builder) add(field *float32, name string, lo, hi float64, doc string, args ...any) {
	b.Add(name, lo, 0, hi, doc, args...)
	b.fields = append(b.fields, field)
}

func (b *builder) worth(r *Rules) {
	b.In("worth", "factor")
	for i := range r.top {
		s := seat.MinStrength + i
		b.add(&r.top[i], fmt.Sprintf("top.%d", s), 0, 3, "How much being first with a lord of strength %d is valued against its points.", s)
	}
	for i := range r.last {
		s := seat.MinStrength + i
		b.add(&r.last[i], fmt.Sprintf("last.%d", s), 0, 3, "How much not being last with a lord of strength %d is valued against its points.", s)
	}
	for t := range r.beyond {
		b.add(&r.beyond[t], fmt.Sprintf("final.%d", t+1), 0, 2, "Weight of the final scoring against the half-time scoring in the choice of turn %d.", t+1)
	}
}

func (b *builder) horizon(r *Rules) {
	b.In("margin", "intimacy")
	for t := range r.halfSpread {
		b.add(&r.halfSpread[t], fmt.Sprintf("half.%d", t+1), 0.1, 12, "On turn %d, how far ahead at half-time counts as safe: larger values care for larger margins.", t+1)
	}
	for t := range r.finalSpread {
		b.add(&r.finalSpread[t], fmt.Sprintf("final.%d", t+1), 0.1, 16, "On turn %d, how far ahead at the end counts as safe: larger values care for larger margins.", t+1)
	}
	for i, phase := range phases {
		b.add(&r.topShift[i], "top."+phase, -4, 4, "Lead over the best of the others that counts as an even chance of the top, %s.", phaseDocs[i])
		b.add(&r.lastShift[i], "last."+phase, -4, 4, "Distance above another that counts as an even chance of being last behind it, %s.", phaseDocs[i])
	}
}

func (b *builder) forecast(r *Rules) {
	b.In("forecast", "weight")
	b.attraction(&r.other, "the others")
	b.In("forecast", "factor")
	b.add(&r.otherNow, "now", 0, 2, "Share of what the others spend this turn that is foreseen at all.")
	b.add(&r.otherLater, "later", 0, 2, "Share of what the others spend in later turns of the half that is foreseen.")
	b.add(&r.otherBeyond, "beyond", 0, 2, "Share of what the others spend in the second half that is foreseen in the first.")
	b.In("forecast", "variance")
	b.add(&r.variance, "variance", 0, 6, "Variance of a foreseen visit: where many are expected, larger values need larger margins.")
	b.Was("doubt")
	b.add(&r.hidden, "hidden", 0, 6, "Variance of a secret visit: larger values need larger margins where nights are hidden.")
}

func (b *builder) plan(r *Rules) {
	b.In("plan", "weight")
	b.attraction(&r.own, "the bot")
	b.In("plan", "factor")
	b.add(&r.ownLater, "later", 0, 2, "Share of the own later visits of the half that the bot counts on in advance.")
	b.add(&r.ownBeyond, "beyond", 0, 2, "Share of the own visits of the second half that the bot counts on in the first.")
}

// attraction adds the genes that say what draws a visit.
func (b *builder) attraction(p *attraction, whose string) {
	for i := range p.strength {
		s := seat.MinStrength + i
		b.add(&p.strength[i], fmt.Sprintf("strength.%d", s), 0, 4, "How much a lord of strength %d draws visits of %s.", s, whose)
	}
	b.add(&p.last, "last", 0, 8, "How much more a lord draws visits of %s where being last.", whose)
	b.add(&p.near, "near", 0, 8, "How much more a lord draws visits of %s where the top is within reach.", whose)
	b.add(&p.reach, "reach", 0, 10, "How far below the top it still draws visits of %s.", whose)
	b.add(&p.lead, "lead", 0, 10, "Lead from which on it is safe in the eyes of %s.", whose)
	b.add(&p.rest, "rest", 0, 2, "What is left of a lord's draw for %s where the lead is safe.", whose)
	b.add(&p.again, "again", 0, 4, "How much each visit of the last shown day draws another one of %s.", whose)
}

func (b *builder) threat(r *Rules) {
	b.In("threat", "factor")
	for i, half := range halves {
		b.add(&r.envy[i], "all."+half, 0, 2, "What the points of each other daimyo count against own ones, %s.", halfDocs[i])
		b.add(&r.fear[i], "leader."+half, 0, 2, "What the points of the best placed daimyo count in addition, %s.", halfDocs[i])
	}
	b.In("threat", "points")
	b.add(&r.scope, "range", 1, 30, "Distance to the best placed from which on a daimyo is no threat.")
	b.In("threat", "factor")
	b.add(&r.careful, "ahead", -1, 3, "When ahead, how much more last places are feared.")
	b.add(&r.daring, "behind", -1, 3, "When behind, how much more tops are wanted.")
}

func (b *builder) habit(r *Rules) {
	b.In("habit", "points")
	for i, phase := range phases {
		b.add(&r.pile[i], "pile.day."+phase, -1, 1, "By day, what each further visit of the same lord is worth more, %s.", phaseDocs[i])
		b.add(&r.pileNight[i], "pile.night."+phase, -1, 1, "By night, what the second visit of the same lord is worth more, %s.", phaseDocs[i])
		b.add(&r.contest[i], "contested."+phase, -0.5, 0.5, "What a visit costs for each point of intimacy that a lord has with the others above the average, %s.", phaseDocs[i])
		b.add(&r.hide[i], "hide."+phase, -2, 2, "What a visit by day costs where it would show a bid for the top, %s.", phaseDocs[i])
		b.add(&r.stealth[i], "stealth."+phase, -2, 2, "What a secret visit is worth more where the top is within reach, %s.", phaseDocs[i])
	}
	b.add(&r.noiseDay, "noise.day", 0, 2, "Chance in the choice by day.")
	b.add(&r.noiseNight, "noise.night", 0, 2, "Chance in the choice by night.")
}

func (b *builder) opening(r *Rules) {
	b.In("open", "points")
	for i := range r.open {
		s := seat.MinStrength + i
		b.add(&r.open[i], fmt.Sprintf("strength.%d", s), -2, 2, "What a visit of a lord of strength %d is worth more on turn 1.", s)
	}
	b.add(&r.openPile, "pile", -1, 1, "What each further visit of the same lord is worth more on turn 1.")
	b.add(&r.openNoise, "noise", 0, 4, "Chance in the choice of turn 1.")
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
