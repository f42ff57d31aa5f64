// Package rules is Connect Four and a bot for it, which looks two moves ahead. The genes are the weights by which it
// judges a position. Four discs in a line win. The first two discs are dropped at random, so that games differ.
package rules

import (
	"math"
	"math/bits"

	"bloodline/engine/roll"
	"bloodline/genome/gene"
	"bloodline/small"
)

// Column is a move: the column that a disc is dropped into, from 1.
type Column int

// Sets of cells are bit sets, by column from below, of 7 bits for 6 rows: the empty highest one keeps columns apart.
const (
	columns, rows = 7, 6
	bottom        = 1<<0 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	board         = bottom * (1<<rows - 1)
	centre        = (1<<rows - 1) << 21
	odd           = bottom | bottom<<2 | bottom<<4 // rows 1, 3 and 5, where the first player tends to get the last free cells
)

// State is a game in progress. Both players see all of it, so it is the view as well.
type State struct {
	Discs [2]uint64 // by seat
	Next  int       // the seat that moves
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

// won reports whether four of the discs are in a line.
func won(discs uint64) bool {
	for _, d := range [4]int{1, 6, 7, 8} {
		if pairs := discs & (discs >> d); pairs&(pairs>>(2*d)) != 0 {
			return true
		}
	}
	return false
}

// threats returns the free cells where one more disc would complete a line of four.
func threats(discs, free uint64) (cells uint64) {
	for _, d := range [4]int{1, 6, 7, 8} {
		up, down := discs<<d&(discs<<(2*d)), discs>>d&(discs>>(2*d))
		cells |= up&(discs<<(3*d)|discs>>d) | down&(discs>>(3*d)|discs<<d)
	}
	return cells & free
}

// Game describes the game and the bot to bloodline.
var Game = small.Game[State, Column]{
	Info:   small.WinLose("connectfour", "Connect Four"),
	Public: true,
	New:    func() small.State[State, Column] { return new(State) },
	Genes: new(gene.List).In("value", "discs in the centre", "what a position is worth").
		Add("threat", 0, 2, 10, "Builds more threats to complete four.").
		Add("danger", 0, 2, 10, "Takes threats of the other more seriously.").
		Add("last", -5, 1, 10, "Prefers threats in rows where the player tends to get the last free cells.").
		Add("pair", 0, 0.2, 2, "Puts discs side by side more often.").
		Add("noise", 0, 0.1, 5, "Plays the best move that it sees less often.").Genes,
	Rules:     func(genes []float64) small.Player[State, Column] { return search(genes) },
	Situation: func(s *State) string { return []string{"as first player", "as second player"}[s.Next] },
	Baselines: []small.Baseline[State, Column]{
		{Name: "Builder", Doc: "Looks two plies ahead for threats of its own only.", Play: search([]float64{2, 0, 0, 0.2, 0.1})},
		{Name: "Sees", Doc: "Wins where it can, does not let the other win at once, and likes the centre.", Play: search([]float64{0, 0, 0, 0, 1})},
		{Name: "Centre", Doc: "Plays as near to the centre as it can.", Play: middle},
	},
}

const win = 1000

// search returns a player that plays the best column by looking two moves ahead, with Gumbel noise for near-equal ones.
func search(genes []float64) small.Player[State, Column] {
	return func(s *State, legal []Column, rolled uint64) (best Column) {
		most := math.Inf(-1)
		for _, c := range legal {
			rolled = roll.Next(rolled)
			if v := worst(s, c, genes) + genes[4]*float64(roll.Gumbel(rolled, 0)); v > most {
				most, best = v, c
			}
		}
		return best
	}
}

// worst is the value of a column after the other player's best answer to it.
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

// value is how good a position is for a seat, by the weights in genes.
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

// middle plays as near to the centre as it can, on a random side.
func middle(_ *State, legal []Column, rolled uint64) Column {
	best := legal[0]
	for _, c := range legal {
		d, nearest := max(c-4, 4-c), max(best-4, 4-best)
		if d < nearest || d == nearest && rolled&1 == 0 {
			best = c
		}
	}
	return best
}
