// Package sticks is a whole game of 60 lines: some sticks lie on the table, two players take
// one, two or three in turn, and the player who takes the last one wins.
package sticks

import (
	"bloodline/genome/gene"
	"bloodline/small"
)

// State is a game under way.
type State struct{ left, next int }

// View is what a player knows: how many sticks there are.
type View struct{ Left int }

// Deal begins a game. Everything that falls by chance is drawn here, or in Apply.
func (s *State) Deal(chance *small.Chance) { *s = State{left: 15 + chance.N(10)} }

// Turn says who moves now: several seats if moves are simultaneous.
func (s *State) Turn() small.Seats {
	if s.left == 0 {
		return small.Over
	}
	return small.Seat(s.next)
}

// View is what a seat may know, and nothing else.
func (s *State) View(int) View { return View{s.left} }

// Legal lists the moves; a move may be of any type that can be compared.
func (v View) Legal(moves []int) []int {
	for n := 1; n <= min(3, v.Left); n++ {
		moves = append(moves, n)
	}
	return moves
}

// Apply plays the moves, which are legal, of the seats of Turn.
func (s *State) Apply(moves []int, _ *small.Chance) {
	s.left, s.next = s.left-moves[s.next], 1-s.next
}

// Score is the points of a seat when the game is over.
func (s *State) Score(seat int) float64 {
	if seat == s.next { // the other has taken the last one
		return 0
	}
	return 1
}

// Game is what bloodline plays and breeds.
var Game = small.Game[View, int]{
	Info:   small.WinLose("sticks", "Sticks"),
	Public: true,
	New:    func() small.State[View, int] { return new(State) },
	Genes: new(gene.List).In("leave", gene.LogOdds, "how many sticks to leave").
		Add("four", -8, 1, 8, "Leaves a multiple of four more often.").
		Add("few", -8, 0, 8, "Leaves fewer sticks.").Genes,
	Features: func(v *View, n int, x []float64) { // of the move n, one for each gene
		left := v.Left - n
		if left%4 == 0 {
			x[0] = 1
		}
		x[1] = -float64(left) / 3
	},
	Baselines: []small.Baseline[View, int]{
		{Name: "Greedy", Doc: "Takes as many as it may.", Play: func(_ *View, legal []int, _ uint64) int { return legal[len(legal)-1] }},
	},
}
