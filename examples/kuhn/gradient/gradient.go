// Package gradient tells which genes earned a game's score, so that breeding can
// follow the policy gradient (REINFORCE, Williams 1992) on top of ranks. It is
// optional: a Game without Gradient is bred by ranks alone.
//
// Replace: the derivatives, with those of your rules; or delete the package.
package gradient

import (
	"math"

	"bloodline/arena"
	"bloodline/engine"

	"kuhn/rules"
	"kuhn/seat"
)

// Player plays as its rules do.
type Player struct {
	*rules.Rules
	genes []float64
}

// New compiles a genome, which must not change as long as the player is used.
func New(genes []float64) Player { return Player{rules.New(genes), genes} }

// Genes returns how many derivatives there are.
func (p Player) Genes() int { return len(p.genes) }

// Attend returns a player for one worker, who notes what it does.
func (p Player) Attend() arena.Student { return &trajectory{Player: p} }

// trajectory is what one player did in one game.
type trajectory struct {
	Player
	gene       [len(seat.View{}.Moves)]int
	derivative [len(seat.View{}.Moves)]float64 // of the log-probability of the action, by that gene
	n          int

	_ engine.Apart // must be last
}

// edge keeps derivatives finite: a probability counts as at least so much, and as at
// most 1 less so much. Only there the gradient is biased, toward too short steps.
const edge = 0.02

// Act plays, and notes the derivative.
func (t *trajectory) Act(v *seat.View, x uint64) seat.Action {
	a := t.Rules.Act(v, x)
	i := v.Situation()
	p := max(edge, min(1-edge, t.genes[i]))
	t.gene[t.n], t.derivative[t.n] = i, -1/(1-p)
	if a == v.Answer(true) {
		t.derivative[t.n] = 1 / p
	}
	t.n++
	return a
}

// Learn adds the game's share of the policy gradient, and forgets the game.
func (t *trajectory) Learn(surplus float64, into []int64) {
	for i := range t.n {
		into[t.gene[i]] += int64(math.RoundToEven(surplus * t.derivative[i] * (1 << arena.CreditBits)))
	}
	t.n = 0
}
