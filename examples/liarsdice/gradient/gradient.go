// Package gradient tells which genes earned a game's score, so that breeding can
// follow the policy gradient (REINFORCE, Williams 1992) on top of ranks.
package gradient

import (
	"math"

	"bloodline/arena"
	"bloodline/engine"

	"liarsdice/rules"
	"liarsdice/seat"
)

// Player plays as its rules do.
type Player struct{ *rules.Rules }

// New compiles a genome.
func New(genes []float64) Player { return Player{rules.New(genes)} }

// Genes returns how many derivatives there are.
func (p Player) Genes() int { return len(rules.Genes) }

// Attend returns a player for one worker, who notes what it does.
func (p Player) Attend() arena.Student { return &trajectory{Rules: p.Rules} }

// trajectory sums up the derivatives, by each gene, of the log-probabilities of what
// one player did in one game.
type trajectory struct {
	*rules.Rules
	sum [rules.Features]float64

	_ engine.Apart // must be last
}

// Act plays, and adds the derivatives of a choice: what spoke for the chosen option,
// less the mean of what speaks for any.
func (t *trajectory) Act(v *seat.View, x uint64) seat.Action {
	a := t.Rules.Act(v, x)
	var options [rules.MaxOptions]rules.Option
	n := rules.Options(v, &options)
	var p [rules.MaxOptions]float64
	var total float64
	for i := range options[:n] {
		p[i] = math.Exp(float64(t.Weight(&options[i])))
		total += p[i]
	}
	for i, o := range options[:n] {
		share := -p[i] / total
		if o.Action == a {
			share++
		}
		for j, x := range o.X {
			t.sum[j] += share * float64(x)
		}
	}
	return a
}

// Learn adds the game's share of the policy gradient, and forgets the game.
func (t *trajectory) Learn(surplus float64, into []int64) {
	for i := range into {
		into[i] += int64(math.RoundToEven(surplus * t.sum[i] * (1 << arena.CreditBits)))
	}
	t.sum = [rules.Features]float64{}
}
