// Package rules is what is bred: the parameters of a bot ([Genes]) and the fixed rules
// that read them ([New]).
//
// The bot weighs a call and, for each face, the lowest legal bid and the one above. An
// option's weight is a sum of genes times what speaks for it ([Options]); its
// probability is proportional to exp(weight).
//
// It is written out with every exported bot, so it imports the standard library,
// package seat, bloodline/engine/roll and bloodline/genome/gene only.
package rules

import (
	"math"
	"strings"

	"bloodline/engine/roll"
	"bloodline/genome/gene"

	"liarsdice/seat"
)

// What speaks for an option, by the order of its gene.
const (
	call = iota
	callDoubt
	callHeard
	callOwn
	bidTruth
	bidHeard
	bidOwn
	bidJump
	bidHigh
	Features
)

// Genes are the parameters.
var Genes = []gene.Gene{
	call:      weight("call.ever", -8, 4, -3, "Calls more often."),
	callDoubt: weight("call.doubt", 0, 6, 2, "Calls more often the less likely the last bid is."),
	callHeard: weight("call.heard", -4, 4, -1, "Calls more often if the other has bid the face before."),
	callOwn:   weight("call.own", -4, 4, 0, "Calls more often if the player has bid the face before."),
	bidTruth:  weight("bid.truth", 0, 6, 1.5, "Bids more often the likelier the bid is."),
	bidHeard:  weight("bid.heard", -4, 6, 2.5, "Bids a face more often that the other has bid."),
	bidOwn:    weight("bid.own", -4, 6, 0, "Bids a face more often again."),
	bidJump:   weight("bid.jump", -6, 4, -1.5, "Bids a die more than needed more often."),
	bidHigh:   weight("bid.high", -8, 8, 1, "Bids more often what leaves the other little room."),
}

func weight(name string, least, most, x float64, doc string) gene.Gene {
	return gene.Gene{Name: name, Group: name[:strings.Index(name, ".")], Unit: "log-odds", Min: least, Max: most, Default: x, Doc: doc}
}

// Rules is a genome as a player. It has no state, so every worker shares it.
type Rules struct{ weights [Features]float32 }

// New compiles a genome. The genes are as many as [Genes] and in their ranges.
func New(genes []float64) *Rules {
	r := new(Rules)
	for i, x := range genes {
		r.weights[i] = float32(x)
	}
	return r
}

// Option is an action and what speaks for it.
type Option struct {
	Action seat.Action
	X      [Features]float32
}

// MaxOptions is the most options that there are: two bids a face, and the call.
const MaxOptions = 2*seat.Faces + 1

// Options fills in the options of a view and returns how many there are.
func Options(v *seat.View, out *[MaxOptions]Option) (n int) {
	low := seat.Action(0)
	if last, ok := v.Last(); ok {
		low = last + 1
		out[0] = Option{Action: seat.Liar, X: [Features]float32{
			call: 1, callDoubt: -odds(v.Truth(last)), callHeard: has(v.Theirs&^(1<<last), last), callOwn: has(v.Mine, last),
		}}
		n = 1
	}
	for a := low; a < min(low+2*seat.Faces, seat.Liar); a++ {
		out[n] = Option{Action: a, X: [Features]float32{
			bidTruth: odds(v.Truth(a)), bidHeard: has(v.Theirs, a), bidOwn: has(v.Mine, a),
			bidJump: float32((a - low) / seat.Faces), bidHigh: float32(a) / float32(seat.Liar),
		}}
		n++
	}
	return n
}

// Weight is the logarithm of an option's share of the choices, but for a constant.
func (r *Rules) Weight(o *Option) (sum float32) {
	for i, w := range r.weights {
		sum += w * o.X[i]
	}
	return sum
}

// Act draws an option with the roll.
func (r *Rules) Act(v *seat.View, x uint64) seat.Action {
	var options [MaxOptions]Option
	n := Options(v, &options)
	best, at := float32(math.Inf(-1)), 0
	for i := range options[:n] {
		if i%6 == 0 {
			x = roll.Next(x) // a roll is good for six draws
		}
		if w := r.Weight(&options[i]) + roll.Gumbel(x, uint(i%6)); w > best {
			best, at = w, i
		}
	}
	return options[at].Action
}

// odds are the log-odds of a probability, at most 4 and at least -4.
func odds(p float64) float32 { return float32(max(-4, min(4, math.Log(p/(1-p))))) }

// has is 1 if the face of an action is among the bids, else 0.
func has(bids uint64, a seat.Action) float32 {
	const ones = 1<<0 | 1<<6 | 1<<12 | 1<<18 | 1<<24 | 1<<30 | 1<<36 | 1<<42 | 1<<48 | 1<<54
	if bids&(ones<<a.Face()) != 0 {
		return 1
	}
	return 0
}
