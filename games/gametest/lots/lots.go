// Package lots is a game for tests: three symmetric seats, simultaneous moves, and chance in the middle. In each of
// three rounds a prize turns up, all seats name a number, and the highest number that no two seats have named wins the
// prize. The seat with the most points wins, unless two have as many.
package lots

import (
	"bloodline/engine"
	"bloodline/genome/gene"
	"bloodline/small"
)

const (
	seats   = 3
	rounds  = 3
	numbers = 4
)

type state struct {
	left, prize int
	points      [seats]int
}

type View struct {
	Left, Prize, Mine, Best int // rounds left, the prize, own points, and the most points of another seat
}

func (s *state) Deal(c *small.Chance) { *s = state{left: rounds, prize: 1 + c.N(numbers)} }

func (s *state) Turn() small.Seats {
	if s.left == 0 {
		return small.Over
	}
	return small.All(seats)
}

func (s *state) View(seat int) View {
	v := View{Left: s.left, Prize: s.prize, Mine: s.points[seat]}
	for i, p := range s.points {
		if i != seat {
			v.Best = max(v.Best, p)
		}
	}
	return v
}

func (v View) Legal(moves []int) []int {
	for n := range numbers {
		moves = append(moves, 1+n)
	}
	return moves
}

func (s *state) Apply(moves []int, c *small.Chance) {
	best := -1
	for i, n := range moves {
		if n != moves[(i+1)%seats] && n != moves[(i+2)%seats] && (best < 0 || n > moves[best]) {
			best = i
		}
	}
	if best >= 0 {
		s.points[best] += s.prize
	}
	s.left, s.prize = s.left-1, 1+c.N(numbers)
}

func (s *state) Score(seat int) float64 {
	a, b, c := s.points[seat], s.points[(seat+1)%seats], s.points[(seat+2)%seats]
	switch {
	case a > max(b, c):
		return 1
	case b > max(a, c), c > max(a, b):
		return 0
	}
	return 1. / seats
}

var Game = small.Game[View, int]{
	Info: engine.Info{
		Name: "lots", Title: "Lots", Seats: seats, Dynamics: engine.Simultaneous, Symmetric: true, ZeroSum: true,
		Unit: "game", ScoreUnit: seats, Points: "win", Mean: 1. / seats, Max: 1,
	},
	New: func() small.State[View, int] { return new(state) },
	Genes: new(gene.List).In("name", gene.LogOdds).
		Add("high", -4, 4, 8, "Names higher numbers.").
		Add("top", -4, 0, 4, "Names the highest number more often.").
		Add("prize", -4, 1, 4, "Names higher numbers for higher prizes.").Genes,
	Features: func(v *View, n int, x []float64) {
		x[0], x[2] = float64(n)/numbers, float64(n*v.Prize)/numbers/numbers
		if n == numbers {
			x[1] = 1
		}
	},
	Baselines: []small.Baseline[View, int]{
		{Name: "Top", Doc: "Names the highest number.", Play: func(_ *View, legal []int, _ uint64) int { return legal[numbers-1] }},
		{Name: "Prize", Doc: "Names the prize.", Play: func(v *View, legal []int, _ uint64) int { return legal[v.Prize-1] }},
	},
}
