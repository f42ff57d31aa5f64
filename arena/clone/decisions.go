// Package clone fits genes to the decisions of another player, by maximum likelihood (behavioural
// cloning): the rules draw an answer with a probability that the genes set, so the derivative of the
// log-probability of another player's answer is that of the policy gradient.
//
//  1. [Decisions] collects the questions that a player was asked and its answers, game by game.
//     Package kit implements it for any game that a kit describes.
//  2. [Fit] finds the genes under which these decisions are most likely; a game without such
//     probabilities is searched by how often its rules agree ([Decisions.Agreement]), above this package.
//  3. [Judge] says how well genes predict decisions that the fit has not seen.
package clone

import "bloodline/engine"

// Decisions collects the decisions of one player. One goroutine uses it.
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
	// which hands over the sum of their derivatives by the genes; nil for rules without probabilities.
	Observer(genes []float64) (observe func(i int) float64, flush func(into []int64))
	// Method is how genes are fitted.
	Method() Method
	// Relay returns a player that plays as the one that was set last.
	Relay() (p engine.Player, set func(engine.Player))
}
