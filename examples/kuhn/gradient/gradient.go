// Package gradient estimates the policy gradient of the genes (REINFORCE, Williams
// 1992), so that breeding can follow it on top of ranks. It is
// optional: a Game without Gradient is bred by ranks alone.
//
// Replace: the derivatives, with those of your rules; or delete the package.
package gradient

import (
	"bloodline/engine"
	"bloodline/genome/gradient"

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

// NewTrajectory returns a player for one worker, who records what it does.
func (p Player) NewTrajectory() gradient.Trajectory { return &trajectory{Player: p} }

// trajectory is what one player did in one game.
type trajectory struct {
	Player
	gene       [len(seat.View{}.Moves)]int
	derivative [len(seat.View{}.Moves)]float64 // of the log-probability of the action, by that gene
	n          int

	_ engine.CacheLinePad // must be last
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

// Add adds the game's share of the policy gradient, and forgets the game.
func (t *trajectory) Add(advantage float64, into []int64) {
	for i := range t.n {
		into[t.gene[i]] += gradient.Fixed(advantage * t.derivative[i])
	}
	t.n = 0
}
