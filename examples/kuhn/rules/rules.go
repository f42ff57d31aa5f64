// Package rules is Kuhn poker and a bot for it. Replace: all of it.
//
// Each player pays a chip and gets one of three cards. The first
// player checks or bets a chip. After a bet a player folds or calls; after a check it
// checks, which ends the game, or bets. The higher card wins, unless a player folded.
package rules

import (
	"fmt"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
	"bloodline/small"
)

// Move is what a player does. Its text is its name, for programs and people.
type Move string

// The moves.
const (
	Check Move = "check"
	Bet   Move = "bet"
	Fold  Move = "fold"
	Call  Move = "call"
)

// State is a game under way: everything that is so, hidden cards too.
type State struct {
	cards [2]int // 0 is the jack, 1 the queen, 2 the king
	n     int    // moves made
	last  Move
}

// View is what a player knows when it must move.
type View struct {
	Seat     int // 0 moves first
	Card     int
	FacesBet bool
}

// Deal begins a game.
func (s *State) Deal(chance *small.Chance) {
	deck := [3]int{0, 1, 2}
	small.Shuffle(chance, deck[:])
	*s = State{cards: [2]int{deck[0], deck[1]}}
}

// Turn says who moves.
func (s *State) Turn() small.Seats {
	if s.last == Fold || s.last == Call || s.last == Check && s.n == 2 {
		return small.Over
	}
	return small.Seat(s.n % 2)
}

// View is what a seat knows.
func (s *State) View(seat int) View { return View{seat, s.cards[seat], s.last == Bet} }

// Legal lists what it may do.
func (v View) Legal(moves []Move) []Move {
	if v.FacesBet {
		return append(moves, Fold, Call)
	}
	return append(moves, Check, Bet)
}

// Apply plays the move of the seat whose turn it is.
func (s *State) Apply(moves []Move, _ *small.Chance) {
	s.last = moves[s.n%2]
	s.n++
}

// Score is what a seat has won.
func (s *State) Score(seat int) float64 {
	chips, wins := 1.0, s.cards[seat] > s.cards[1-seat]
	switch s.last {
	case Fold:
		wins = s.n%2 == seat // who had bet
	case Call:
		chips = 2
	}
	if !wins {
		return -chips
	}
	return chips
}

// Game is what bloodline plays and breeds.
var Game = small.Game[View, Move]{
	Info:      small.Stakes("kuhn", "Kuhn poker, two players and three cards", "chip", 2),
	New:       func() small.State[View, Move] { return new(State) },
	Genes:     genes(),
	Features:  features,
	Situation: situation,
	Public:    true,
	Baselines: []small.Baseline[View, Move]{
		{Name: "Honest", Doc: "Bets and calls with the king, calls with the queen half of the time, never bluffs.", Play: honest},
		{Name: "Folder", Doc: "Gives up against a bet without the king, and bets nothing else.", Play: folder},
		{Name: "Bluffer", Doc: "Bets the king and the jack, and calls with the queen or better.", Play: bluffer},
	},
}

// genes are the log-odds of a bet or a call in each situation, in the order of Situation.
func genes() []gene.Gene {
	var l gene.List
	for card, c := range names {
		for _, seat := range []string{"first", "second"} {
			l.In("bet", gene.LogOdds, "when to bet").Add(seat+"."+c, -8, []float64{-3, -3, 3}[card], 8, "Bets more often with the %s as the %s player.", c, seat)
			l.In("call", gene.LogOdds, "when to call").Add(seat+"."+c, -8, []float64{-4, 0, 4}[card], 8, "Calls more often with the %s as the %s player.", c, seat)
		}
	}
	return l.Genes
}

// features are those of a move: 1 for the gene that is about it, 0 for the others.
func features(v *View, m Move, x []float64) {
	switch situation := 4*v.Card + 2*v.Seat; m {
	case Bet:
		x[situation] = 1
	case Call:
		x[situation+1] = 1
	}
}

// names are those of the cards.
var names = []string{"jack", "queen", "king"}

// situation is what inspect counts apart.
func situation(v *View) string {
	return names[v.Card] + map[bool]string{false: " may bet", true: " faces a bet"}[v.FacesBet]
}

// String is what a watcher sees, a line each; the page draws what stands behind a label as cards.
func (s *State) String() string {
	return fmt.Sprintf("seat 1: %s\nseat 2: %s\nlast move = %s", names[s.cards[0]], names[s.cards[1]], s.last)
}

// String is what a person at the table sees.
func (v View) String() string {
	return "card: " + names[v.Card] + "\nto call = " + map[bool]string{false: "0", true: "1"}[v.FacesBet]
}

// The baselines check or fold, legal[0], or bet or call, legal[1].
func honest(v *View, legal []Move, x uint64) Move {
	if v.Card == 1 && v.FacesBet {
		return legal[roll.Below(x, 2)]
	}
	return folder(v, legal, x)
}

func folder(v *View, legal []Move, _ uint64) Move { return legal[v.Card/2] }

func bluffer(v *View, legal []Move, _ uint64) Move {
	if v.Card == 2 || v.FacesBet == (v.Card == 1) {
		return legal[1]
	}
	return legal[0]
}
