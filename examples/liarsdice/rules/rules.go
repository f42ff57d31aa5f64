// Package rules is what is bred: the parameters of a bot ([Genes]) and the fixed rules
// that read them ([New]).
//
// The bot weighs a call, and the two lowest bids of each face. A weight is a sum of
// genes times what speaks for the action; an action's probability is proportional to
// exp(weight).
package rules

import (
	"math"
	"slices"

	"bloodline/engine/roll"
	"bloodline/genome/gene"

	"liarsdice/seat"
)

// Genes are the parameters.
var Genes = new(gene.List).In("call", "log-odds").
	Add("ever", -8, -3, 4, "Calls more often.").
	Add("doubt", 0, 2, 6, "Calls more often the less likely the last bid is.").
	Add("heard", -4, -1, 4, "Calls more often if the other has bid the face before.").
	Add("own", -4, 0, 4, "Calls more often if the player has bid the face before.").
	In("bid", "log-odds").
	Add("truth", 0, 1.5, 6, "Bids more often the likelier the bid is.").
	Add("heard", -4, 2.5, 6, "Bids a face more often that the other has bid.").
	Add("own", -4, 0, 6, "Bids a face more often again.").
	Add("jump", -6, -1.5, 4, "Bids a die more than needed more often.").
	Add("high", -8, 1, 8, "Bids more often what leaves the other little room.").Genes

// The places of the genes in [Rules].
const ever, doubt, callHeard, callOwn, truth, heard, own, jump, high = 0, 1, 2, 3, 4, 5, 6, 7, 8

// Rules is a genome as a player. It has no state, so every worker shares it.
type Rules [high + 1]float64

// New compiles a genome. The genes are as many as [Genes] and in their ranges.
func New(genes []float64) *Rules { return (*Rules)(slices.Clone(genes)) }

// Act draws an action with the roll.
func (r *Rules) Act(v *seat.View, x uint64) seat.Action {
	d := draw{roll: x}
	low := seat.Action(0)
	if last, ok := v.Last(); ok {
		low = last + 1
		before := v.Theirs &^ (1 << last)
		d.offer(seat.Liar, r[ever]-r[doubt]*odds(v.Truth(last))+r[callHeard]*has(before, last)+r[callOwn]*has(v.Mine, last))
	}
	for a := low; a < min(low+2*seat.Faces, seat.Liar); a++ {
		w := r[truth]*odds(v.Truth(a)) + r[heard]*has(v.Theirs, a) + r[own]*has(v.Mine, a)
		d.offer(a, w+r[jump]*float64((a-low)/seat.Faces)+r[high]*float64(a)/float64(seat.Liar))
	}
	return d.action
}

// draw chooses one of the actions offered.
type draw struct {
	roll   uint64
	total  float64 // of exp(weight)
	action seat.Action
}

func (d *draw) offer(a seat.Action, weight float64) {
	share := math.Exp(weight)
	d.total += share
	if d.roll = roll.Next(d.roll); roll.Unit(d.roll)*d.total < share {
		d.action = a
	}
}

// odds are the log-odds of a probability, at most 4 and at least -4.
func odds(p float64) float64 { return max(-4, min(4, math.Log(p/(1-p)))) }

// has is 1 if the face of an action is among the bids, else 0.
func has(bids uint64, a seat.Action) float64 {
	const ones = 1<<0 | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48 | 1<<54
	if bids&(ones<<a.Face()) != 0 {
		return 1
	}
	return 0
}
