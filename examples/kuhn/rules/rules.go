// Package rules is Kuhn poker and a bot for it. Replace it by your own game.
//
// Each player pays a chip and gets one of three cards. The first player checks or bets a chip; after a check the second
// bets, or checks and ends the game. A bet is folded or called. The higher card wins, unless a player folded.
package rules

import (
	"fmt"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
	"bloodline/small"
)

// Move is a move of a player. Programs and people see its text.
type Move string

// The moves.
const (
	Check Move = "check"
	Bet   Move = "bet"
	Fold  Move = "fold"
	Call  Move = "call"
)

// State is a game in progress, hidden cards included.
type State struct {
	cards [2]int // 0 is the jack, 1 the queen, 2 the king
	n     int    // moves made
	last  Move   // the latest move; empty before the first
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

// Turn returns the seat that moves next.
func (s *State) Turn() small.Seats {
	if s.last == Fold || s.last == Call || s.last == Check && s.n == 2 {
		return small.Over
	}
	return small.Seat(s.n % 2)
}

// View returns what a seat knows.
func (s *State) View(seat int) View { return View{seat, s.cards[seat], s.last == Bet} }

// Legal appends the legal moves to moves.
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

// Score returns the chips that a seat has won; a loss is negative.
func (s *State) Score(seat int) float64 {
	chips, wins := 1.0, s.cards[seat] > s.cards[1-seat]
	switch s.last {
	case Fold:
		wins = s.n%2 == seat // the other seat folded
	case Call:
		chips = 2
	}
	if !wins {
		return -chips
	}
	return chips
}

// Game describes the game and the bot to bloodline.
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

// genes lists what breeding tunes: the log-odds of a bet and of a call, by card and seat, in the order of Features.
func genes() []gene.Gene {
	var l gene.List
	for card, c := range cardNames {
		for _, seat := range []string{"first", "second"} {
			l.In("bet", gene.LogOdds, "when to bet").Add(seat+"."+c, -8, []float64{-3, -3, 3}[card], 8, "Bets more often with the %s as the %s player.", c, seat)
			l.In("call", gene.LogOdds, "when to call").Add(seat+"."+c, -8, []float64{-4, 0, 4}[card], 8, "Calls more often with the %s as the %s player.", c, seat)
		}
	}
	return l.Genes
}

// features sets the numbers that the genes are multiplied with: 1 for the gene of this move, card and seat.
func features(v *View, m Move, x []float64) {
	switch bet := 4*v.Card + 2*v.Seat; m {
	case Bet:
		x[bet] = 1
	case Call:
		x[bet+1] = 1
	}
}

var cardNames = []string{"jack", "queen", "king"}

// situation names the situation of a view. The command inspect counts each by itself.
func situation(v *View) string {
	return cardNames[v.Card] + map[bool]string{false: " may bet", true: " faces a bet"}[v.FacesBet]
}

// String is what a watcher sees. The page draws what follows a colon as cards.
func (s *State) String() string {
	return fmt.Sprintf("seat 1: %s\nseat 2: %s\nlast move = %s", cardNames[s.cards[0]], cardNames[s.cards[1]], s.last)
}

// String is what a person at the table sees.
func (v View) String() string {
	return "card: " + cardNames[v.Card] + "\nto call = " + map[bool]string{false: "0", true: "1"}[v.FacesBet]
}

// In the baselines, legal[0] is to check or to fold, and legal[1] to bet or to call.
func honest(v *View, legal []Move, rolled uint64) Move {
	if v.Card == 1 && v.FacesBet {
		return legal[roll.Below(rolled, 2)]
	}
	return folder(v, legal, rolled)
}

func folder(v *View, legal []Move, _ uint64) Move { return legal[v.Card/2] }

func bluffer(v *View, legal []Move, _ uint64) Move {
	if v.Card == 2 || v.FacesBet == (v.Card == 1) {
		return legal[1]
	}
	return legal[0]
}
