// Package small makes a complete game from a state with six methods.
//
//  1. A [State] deals, and knows the turn, each seat's view, the effect of moves, and the scores. A [View] is what one
//     seat knows; it lists the legal moves.
//  2. A [Game] adds the genes, and either features of moves, weighted by the genes, or your own rules; and opponents.
//  3. bloodline.Small makes a bloodline.Game of it, with every command: a table, a protocol and a referee for programs,
//     a Random opponent, strangers, a policy gradient, counts for inspect, a seat for a person, and exported bots.
//
// Moves may be simultaneous, chance may fall at any time, hands may be hidden, and 2 to [engine.MaxSeats] may sit at
// the table. A choice costs some 100 ns more than with engine.Table; docs/adding-a-game.md says when that matters.
//
// Exported bots contain a copy of the package.
package small

import (
	"bloodline/engine"
	"bloodline/engine/roll"
)

// State is one game under way, hidden cards included. A table deals one state again and again.
type State[V View[A], A comparable] interface {
	// Deal begins a game. It must overwrite everything of the game before.
	Deal(chance *Chance)
	// Turn returns the seats that move now: several where moves are simultaneous, none when the game is over.
	Turn() Seats
	// View returns what a seat knows, when the game is over too. It must share no memory with the state.
	View(seat int) V
	// Apply plays the moves of the seats of Turn, by seat. They are legal.
	Apply(moves []A, chance *Chance)
	// Score returns the points of a seat when the game is over.
	Score(seat int) float64
}

// View is the information of one seat when it must move. External programs receive it as JSON, so its fields must be
// exported and have all that a player may use.
//
// The name of a move is its String, or what fmt prints; no two legal moves have one name.
//
// A person sees the String of a view, or its fields; a spectator sees the String of the state, if it has one. The page
// draws a line "label: a b c" as cards a, b and c, "label = 12" as text, and a line without a label as a row of a
// board. It replaces the labels "seat 1" and so on of a state by the players' names.
type View[A any] interface {
	// Legal appends the seat's legal moves, one at least. The first is played for a program that has forfeited.
	Legal(moves []A) []A
}

type Seats uint8

// Over is no seat's turn: the game is over.
const Over Seats = 0

func Seat(s int) Seats { return 1 << s }

// All is the set of the first n seats.
func All(n int) Seats { return 1<<n - 1 }

func (s Seats) Has(seat int) bool { return s>>seat&1 != 0 }

// Question is a decision: a view and its legal moves.
type Question[V View[A], A comparable] struct {
	View  V
	Legal []A

	room []float64 // for players that weigh the moves
}

// Policy is a stateless player, shared by all workers. Equal question and roll must give an equal move.
type Policy[V View[A], A comparable] interface {
	Act(q *Question[V, A], roll uint64) A
}

// Player is a function as a [Policy]. It must not keep or change v and legal. The roll is its only chance: engine/roll.
type Player[V View[A], A comparable] func(v *V, legal []A, roll uint64) A

func (p Player[V, A]) Act(q *Question[V, A], x uint64) A { return p(&q.View, q.Legal, x) }

// Random picks evenly among the legal moves.
func Random[V View[A], A comparable](_ *V, legal []A, x uint64) A {
	return legal[roll.Below(x, len(legal))]
}

// WinLose describes a game of two that is won, lost or drawn. Other games fill an engine.Info themselves.
func WinLose(name, title string) engine.Info {
	return engine.Info{
		Name: name, Title: title, Seats: 2, ZeroSum: true, Unit: "game",
		ScoreUnit: 2, Points: "win", Mean: 0.5, Max: 1,
	}
}

// Stakes describes a game of two in which one wins what the other loses: a whole number of points from 0 to most.
func Stakes(name, title, point string, most int) engine.Info {
	return engine.Info{
		Name: name, Title: title, Seats: 2, ZeroSum: true, Unit: "game",
		ScoreUnit: 1, Points: point, Min: -float64(most), Max: float64(most),
	}
}
