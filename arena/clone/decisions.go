// Package clone fits genes to the decisions of another player, by maximum likelihood (behavioural
// cloning): the rules draw an answer with a probability that the genes set, so the derivative of the
// log-probability of another player's answer is that of the policy gradient.
//
//  1. [Decisions] collects the questions that a player was asked and its answers, game by game. A game
//     states its types and rules once, as a [Kit].
//  2. [Fit] finds the genes under which these decisions are most likely; a game without such
//     probabilities is searched by how often its rules agree ([Decisions.Agreement]), above this package.
//  3. [Judge] says how well genes predict decisions that the fit has not seen.
package clone

import (
	"bloodline/arena/record"
	"bloodline/engine"
	"bloodline/engine/roll"
)

// Kit has the functions by which package clone reads a game with views of type V and actions of type A.
type Kit[V any, A comparable] struct {
	Rules    func(genes []float64) record.Policy[V, A]
	Observer func(genes []float64) engine.Observer[V, A] // nil: the rules tell no probabilities
	Copy     func(v *V) *V                               // of a view that its table changes; it shares nothing with the table
	Kind     func(v *V) string                           // of question, in a word or two: "block"
	Alike    func(a, b A) float64                        // how much of an answer is the other, 0 to 1; nil: whether they are equal
	Most     int                                         // decisions that are kept, where views are large; 0: all
	Method   Method
}

// New returns an empty collection.
func (k Kit[V, A]) New() Decisions { return &decisions[V, A]{Kit: k, stride: 1} }

// Decisions are those of one player. One goroutine uses it.
type Decisions interface {
	// Watch returns a player that plays as p and adds what it decides.
	Watch(p engine.Player) engine.Player
	// End ends a game, whose decisions are dropped unless they are to be kept.
	End(keep bool)
	// Len is how many decisions there are, Seen how many there were before some were dropped for their size.
	Len() int
	Seen() int
	// Game is the number of the game of a decision, Kind its kind of question.
	Game(i int) int
	Kind(i int) string
	// Agreement returns how far the rules of some genes answer as the player did, 0 to 1, at a roll of the
	// decision's own.
	Agreement(genes []float64) func(i int) float64
	// Observer returns a function that adds decision i and returns its log-probability, and a second one,
	// which hands over the sum of their derivatives by the genes; nil for rules that tell no probabilities.
	Observer(genes []float64) (observe func(i int) float64, flush func(into []int64))
	// Method is how genes are fitted.
	Method() Method
	// Relay returns a player that plays as the one that was set last.
	Relay() (p engine.Player, set func(engine.Player))
}

type decisions[V any, A comparable] struct {
	Kit[V, A]
	all    []decision[V, A]
	games  int // that have ended
	ended  int // decisions of games that have ended
	stride int // every so many decisions one is stored
	seen   int
	before int // seen in games that have ended
}

type decision[V, A any] struct {
	view *V
	a    A
	game int
}

func (d *decisions[V, A]) Watch(p engine.Player) engine.Player {
	return record.Watch[V, A]{Policy: p.(record.Policy[V, A]), See: func(v *V, a A) {
		if d.seen++; d.seen%d.stride == 0 {
			d.all = append(d.all, decision[V, A]{d.Copy(v), a, d.games})
		}
	}}
}

func (d *decisions[V, A]) End(keep bool) {
	if !keep {
		d.all, d.seen = d.all[:d.ended], d.before
		return
	}
	for d.Most > 0 && len(d.all) > d.Most {
		n := 0
		for i := 1; i < len(d.all); i += 2 {
			d.all[n] = d.all[i]
			n++
		}
		clear(d.all[n:])
		d.all, d.stride = d.all[:n], 2*d.stride
	}
	d.games++
	d.ended, d.before = len(d.all), d.seen
}

func (d *decisions[V, A]) Len() int          { return len(d.all) }
func (d *decisions[V, A]) Seen() int         { return d.seen }
func (d *decisions[V, A]) Game(i int) int    { return d.all[i].game }
func (d *decisions[V, A]) Kind(i int) string { return d.Kit.Kind(d.all[i].view) }
func (d *decisions[V, A]) Method() Method    { return d.Kit.Method }

func (d *decisions[V, A]) Agreement(genes []float64) func(i int) float64 {
	p := d.Rules(genes)
	return func(i int) float64 {
		x := &d.all[i]
		a := p.Act(x.view, roll.Mix(agreementDomain, uint64(i)))
		switch {
		case a == x.a:
			return 1
		case d.Alike != nil:
			return d.Alike(a, x.a)
		}
		return 0
	}
}

func (d *decisions[V, A]) Relay() (engine.Player, func(engine.Player)) {
	r := new(relay[V, A])
	return r, func(p engine.Player) { r.Policy = p.(record.Policy[V, A]) }
}

type relay[V, A any] struct{ record.Policy[V, A] }

// agreementDomain keeps the rolls of agreement apart from all others.
const agreementDomain = 0x616c696b65

func (d *decisions[V, A]) Observer(genes []float64) (func(i int) float64, func(into []int64)) {
	if d.Kit.Observer == nil {
		return nil, nil
	}
	o := d.Kit.Observer(genes)
	return func(i int) float64 {
		log, ok := o.Observe(d.all[i].view, d.all[i].a)
		if !ok {
			return logNever
		}
		return log
	}, o.Flush
}

// logNever is the log-probability that a decision counts with that the rules never make: that of one in ten thousand.
var logNever = roll.Log(1e-4)
