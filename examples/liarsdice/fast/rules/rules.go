// Package rules is the bot: a softmax over the call and the two lowest bids of each face.
package rules

import (
	"math"

	"bloodline/engine/roll"
	"bloodline/genome/gene"

	"liarsdice/fast/seat"
)

// Genes are what breeding tunes: the weights of the features of an action.
var Genes = new(gene.List).In("call", gene.LogOdds, "when to call the last bid a lie").
	Add("ever", -8, -3, 4, "Calls more often.").
	Add("doubt", 0, 2, 6, "Calls more often the less likely the last bid is.").
	Add("heard", -4, -1, 4, "Calls more often if the other has bid the face before.").
	Add("own", -4, 0, 4, "Calls more often if the player has bid the face before.").
	In("bid", gene.LogOdds, "what to bid").
	Add("truth", 0, 1.5, 6, "Bids more often the likelier the bid is.").
	Add("heard", -4, 2.5, 6, "Bids a face more often that the other has bid.").
	Add("own", -4, 0, 6, "Bids a face more often again.").
	Add("jump", -6, -1.5, 4, "Bids a die more than needed more often.").
	Add("high", -8, 1, 8, "Bids more often what leaves the other little room.").Genes

const (
	geneCount  = 9
	MaxActions = 1 + 2*seat.Faces // most actions that Weigh weighs
)

// Rules is a genome as a player.
type Rules [geneCount]float64

// New compiles a genome.
func New(v []float64) *Rules { return (*Rules)(v) }

// Weighed has the N actions that the rules choose from and their probabilities. Features gets the features of all
// actions, one number per gene, unless it is nil; its length must be MaxActions times the number of genes.
type Weighed struct {
	N        int
	Actions  [MaxActions]seat.Action
	Shares   [MaxActions]float64
	Features []float64
}

// Weigh fills w with the actions of a view.
func (r *Rules) Weigh(v *seat.View, w *Weighed) {
	w.N = 0
	low := seat.Action(0)
	if last, ok := v.Last(); ok {
		low = last + 1
		before := v.Theirs &^ (1 << last)
		w.add(r, seat.Liar, [geneCount]float64{1, -Odds(v, last), seat.WasBid(before, last), seat.WasBid(v.Mine, last)})
	}
	for a := low; a < min(low+2*seat.Faces, seat.Liar); a++ {
		w.add(r, a, [geneCount]float64{4: Odds(v, a), seat.WasBid(v.Theirs, a), seat.WasBid(v.Mine, a), float64((a - low) / seat.Faces), float64(a) / float64(seat.Liar)})
	}
	roll.Shares(w.Shares[:w.N])
}

func (w *Weighed) add(r *Rules, a seat.Action, features [geneCount]float64) {
	sum := 0.0
	for k, x := range features {
		sum += float64(r[k] * x)
	}
	if w.Features != nil {
		copy(w.Features[w.N*geneCount:], features[:])
	}
	w.Actions[w.N], w.Shares[w.N] = a, sum
	w.N++
}

// Act draws an action with the roll.
func (r *Rules) Act(v *seat.View, rolled uint64) seat.Action {
	var w Weighed
	r.Weigh(v, &w)
	return w.Actions[roll.Draw(rolled, w.Shares[:w.N])]
}

// Odds is the log-odds that a bid is true, given only the own dice, limited to the range from -4 to 4.
func Odds(v *seat.View, bid seat.Action) float64 {
	return odds[max(bid.Count()-int(v.Hand[bid.Face()]), 0)]
}

// odds[k] is the log-odds that at least k of the other's dice show a given face.
var odds = func() (out [2*seat.Dice + 1]float64) {
	p := [2*seat.Dice + 1]float64{1}
	for range seat.Dice {
		for k := seat.Dice; k > 0; k-- {
			p[k] = p[k-1]/seat.Faces + p[k]*(seat.Faces-1)/seat.Faces
		}
	}
	for k, x := range p {
		out[k] = max(-4, min(4, math.Log(x/(1-x))))
	}
	return out
}()
