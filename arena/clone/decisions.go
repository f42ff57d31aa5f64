// Package clone fits genes to the decisions of another player, by maximum likelihood (behavioural cloning): the
// derivative of the log-probability of another player's answer is that of the policy gradient.
//
//  1. [Decisions] collects the questions and answers of a player, game by game. Package kit implements it.
//  2. [Fit] finds the genes under which these decisions are most likely; a game without such probabilities is searched
//     by how often its rules agree ([Decisions.Agreement]), above this package.
//  3. [Judge] says how well genes predict decisions that the fit has not seen.
package clone

import "bloodline/engine"

// Decisions collects the decisions of one player. One goroutine uses it.
type Decisions interface {
	Watch(p engine.Player) engine.Player // plays as p and adds what it decides
	End(keep bool)                       // of a game, whose decisions are dropped unless they are to be kept
	Len() int                            // decisions
	Seen() int                           // decisions before some were dropped for their size
	Game(i int) int                      // number of the game of a decision
	Kind(i int) string                   // of the question of a decision
	Method() Method                      // by which genes are fitted
	// Agreement returns how far rules of these genes answer as the player did, 0 to 1, at the decision's own roll.
	Agreement(genes []float64) func(i int) float64
	// Observer returns a function that adds decision i and returns its log-probability, and a second one, which hands
	// over the sum of their derivatives by the genes; nil for rules without probabilities.
	Observer(genes []float64) (observe func(i int) float64, flush func(into []int64))
	Relay() (p engine.Player, set func(engine.Player)) // p plays as the player that was set last
}
