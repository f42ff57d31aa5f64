// Package rules is Connect Four and a bot for it: a search of two plies with an
// evaluation of genes. Four discs in a line win. The first two discs are dropped at
// random, so that games differ.
package rules

import (
	"math"
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
	"bloodline/small"
)

// Column is a move, from 1.
type Column int

// The board is a set of cells; a column has one cell more than it has rows.
const (
	columns, rows = 7, 6
	bottom        = 1<<0 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	board         = bottom * (1<<rows - 1)
	centre        = (1<<rows - 1) << 21
	odd           = bottom | bottom<<2 | bottom<<4 // rows where the first player tends to have the last word
)

// State is a game under way, all of which both players see.
type State struct {
	Discs [2]uint64 // by seat
	Next  int       // who moves
}

func (s State) String() (text string) {
	for row := rows - 1; row >= 0; row-- {
		for c := range columns {
			cell := 7*c + row
			text += string(".xo"[s.Discs[0]>>cell&1+s.Discs[1]>>cell&1*2]) + " "
		}
		text += "\n"
	}
	return text + "1 2 3 4 5 6 7"
}

func (s *State) Deal(chance *small.Chance) {
	*s = State{}
	for range 2 {
		s.drop(Column(1 + chance.N(columns)))
	}
}

func (s *State) drop(c Column) {
	taken := s.Discs[0] | s.Discs[1]
	s.Discs[s.Next] |= (taken + 1<<(7*(c-1))) & (board &^ taken) & (127 << (7 * (c - 1)))
	s.Next = 1 - s.Next
}

func (s *State) Turn() small.Seats {
	if won(s.Discs[1-s.Next]) || s.Discs[0]|s.Discs[1] == board {
		return small.Over
	}
	return small.Seat(s.Next)
}

func (s *State) View(int) State { return *s }

func (s State) Legal(moves []Column) []Column {
	for c := range Column(columns) {
		if (s.Discs[0]|s.Discs[1])>>(7*c+rows-1)&1 == 0 {
			moves = append(moves, c+1)
		}
	}
	return moves
}

func (s *State) Apply(moves []Column, _ *small.Chance) { s.drop(moves[s.Next]) }

func (s *State) Score(seat int) float64 {
	switch {
	case won(s.Discs[seat]):
		return 1
	case won(s.Discs[1-seat]):
		return 0
	}
	return 0.5
}

func won(b uint64) bool {
	for _, d := range [4]int{1, 6, 7, 8} {
		if pairs := b & (b >> d); pairs&(pairs>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

// threats are the free cells that would complete four.
func threats(b, free uint64) (cells uint64) {
	for _, d := range [4]int{1, 6, 7, 8} {
		up, down := b<<d&(b<<(2*d)), b>>d&(b>>(2*d))
		cells |= up&(b<<(3*d)|b>>d) | down&(b>>(3*d)|b<<d)
	}
	return cells & free
}

// Game is what is played and bred.
var Game = small.Game[State, Column]{
	Info:   small.WinLose("connectfour", "Connect Four"),
	Public: true,
	New:    func() small.State[State, Column] { return new(State) },
	Genes: new(gene.List).In("value", "discs in the centre", "what a position is worth").
		Add("threat", 0, 2, 10, "Builds more threats to complete four.").
		Add("danger", 0, 2, 10, "Takes threats of the other more seriously.").
		Add("last", -5, 1, 10, "Prefers threats in rows where the player tends to have the last word.").
		Add("pair", 0, 0.2, 2, "Puts discs side by side more often.").
		Add("noise", 0, 0.1, 5, "Plays less the best move that it sees.").Genes,
	Rules:     func(genes []float64) small.Player[State, Column] { return search(genes) },
	Situation: func(s *State) string { return []string{"as first player", "as second player"}[s.Next] },
	Baselines: []small.Baseline[State, Column]{
		{Name: "Builder", Doc: "Looks two plies ahead for threats of its own only.", Play: search([]float64{2, 0, 0, 0.2, 0.1})},
		{Name: "Sees", Doc: "Wins where it can, does not let the other win at once, and likes the centre.", Play: search([]float64{0, 0, 0, 0, 1})},
		{Name: "Centre", Doc: "Plays as near to the centre as it can.", Play: middle},
	},
}

const win = 1000

// search plays the column that is best two plies ahead, by an evaluation with these genes.
func search(genes []float64) small.Player[State, Column] {
	return func(s *State, legal []Column, x uint64) (best Column) {
		most := math.Inf(-1)
		for _, c := range legal {
			x = roll.Next(x)
			if v := worst(s, c, genes) + genes[4]*float64(roll.Gumbel(x, 0)); v > most {
				most, best = v, c
			}
		}
		return best
	}
}

// worst is the value of a column after the best answer to it.
func worst(s *State, c Column, genes []float64) float64 {
	after := *s
	after.drop(c)
	if won(after.Discs[s.Next]) {
		return win
	}
	least, space := 0.0, [columns]Column{}
	for i, answer := range after.Legal(space[:0]) {
		then := after
		then.drop(answer)
		v := -float64(win)
		if !won(then.Discs[1-s.Next]) {
			v = value(&then, s.Next, genes)
		}
		if i == 0 || v < least {
			least = v
		}
	}
	return least
}

// value is how good a position is for a seat.
func value(s *State, seat int, genes []float64) float64 {
	mine, theirs := s.Discs[seat], s.Discs[1-seat]
	free := board &^ (mine | theirs)
	own, others, last := threats(mine, free), threats(theirs, free), uint64(odd)
	if seat == 1 {
		last = board &^ odd
	}
	return genes[0]*count(own) - genes[1]*count(others) + genes[2]*count(own&last) +
		genes[3]*(count(mine&(mine>>7))-count(theirs&(theirs>>7))) + count(mine&centre) - count(theirs&centre)
}

func count(cells uint64) float64 { return float64(bits.OnesCount64(cells)) }

// middle plays as near to the centre as it can, one side or the other.
func middle(_ *State, legal []Column, x uint64) Column {
	best := legal[0]
	for _, c := range legal {
		d, least := max(c-4, 4-c), max(best-4, 4-best)
		if d < least || d == least && x&1 == 0 {
			best = c
		}
	}
	return best
}
