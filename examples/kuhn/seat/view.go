// Package seat is one player's side of the game: what it may do ([Action]), what it
// may know ([View]), who decides ([Policy]), and the protocol that a program speaks
// ([Serve], [Main]).
//
// It is written out with every exported bot, so it imports the standard library and
// bloodline/engine/entry only, and knows no table.
//
// Replace: everything here, first of all. The game is Kuhn poker. Each player pays a
// chip and gets one of three cards. The first player checks or bets a chip. Who faces
// a bet folds or calls; who faces a check checks, which ends the game, or bets. The
// higher card wins, unless somebody folded.
package seat

import "fmt"

// Seats is the number of players. Seat 0 acts first.
const Seats = 2

// Action is what a player does. The values are small, so that a set of them is a bit
// mask: action a is bit 1<<a.
type Action uint8

// The actions. Each one is legal either before a bet or after one.
const (
	Check Action = iota
	Bet
	Fold
	Call
)

const (
	beforeBet = 1<<Check | 1<<Bet
	afterBet  = 1<<Fold | 1<<Call
)

var actions = []string{"check", "bet", "fold", "call"}

func (a Action) String() string { return actions[a] }

// ParseAction reads an action as the protocol writes it.
func ParseAction(word string) (Action, error) {
	a, err := parse("action", word, actions)
	return Action(a), err
}

// Card is a player's card. The zero Card is none.
type Card uint8

// The cards, the lowest first.
const (
	Jack Card = 1 + iota
	Queen
	King
)

// Cards is the size of the deck.
const Cards = 3

var cards = []string{"-", "J", "Q", "K"}

func (c Card) String() string { return cards[c] }

// View is what one player knows. A table and the protocol both fill it by Start and
// Tell, and by nothing else: so a bot can know only what the protocol can say.
type View struct {
	Seat   int
	Card   Card
	Moves  [3]Action // of both players, in their order
	Played int       // how many Moves there are
}

// Start begins a game.
func (v *View) Start(seat int, card Card) { *v = View{Seat: seat, Card: card} }

// Tell adds an action, of either player. It must be legal.
func (v *View) Tell(a Action) {
	v.Moves[v.Played] = a
	v.Played++
}

// Turn is the seat that acts next, as long as the game is not over.
func (v *View) Turn() int { return v.Played % Seats }

// FacesBet reports whether the next action answers a bet.
func (v *View) FacesBet() bool { return v.Played > 0 && v.Moves[v.Played-1] == Bet }

// Over reports whether the game is over.
func (v *View) Over() bool { return v.Played > 0 && v.Legal() == 0 }

// Legal is the set of actions of the player whose turn it is; none when the game is
// over.
func (v *View) Legal() uint64 {
	switch {
	case v.FacesBet():
		return afterBet
	case v.Played == 0 || v.Played == 1 && v.Moves[0] == Check:
		return beforeBet
	}
	return 0
}

// Answer is the action that commits a chip, a bet or a call, or the other one.
func (v *View) Answer(bold bool) Action {
	switch {
	case v.FacesBet() && bold:
		return Call
	case v.FacesBet():
		return Fold
	case bold:
		return Bet
	}
	return Check
}

// Situations is the number of situations that a player can tell apart.
const Situations = Seats * 2 * Cards

// Situation numbers what the player whose turn it is can tell apart, its information
// set: the seat, whether it faces a bet, the card. It is below [Situations].
func (v *View) Situation() int {
	s := v.Seat * 2
	if v.FacesBet() {
		s++
	}
	return s*Cards + int(v.Card-Jack)
}

// Policy decides. Equal view and roll give an equal action, which must be legal; a
// policy has no state. The view is valid during the call.
type Policy interface {
	Act(v *View, roll uint64) Action
}

func parse(what, word string, words []string) (int, error) {
	for i, w := range words {
		if w == word {
			return i, nil
		}
	}
	return 0, fmt.Errorf("%s: must be one of %v, have %.20q", what, words, word)
}
