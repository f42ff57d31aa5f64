package bloodline_test

import (
	"context"
	"fmt"

	"bloodline"
	"bloodline/genome/gene"
	"bloodline/small"
)

// sticks is a heap of 21 sticks. Two players take one to three in turn; who takes the last one wins.
type sticks struct{ left, next int }

func (s *sticks) Deal(*small.Chance) { *s = sticks{left: 21} }

func (s *sticks) Turn() small.Seats {
	if s.left == 0 {
		return small.Over
	}
	return small.Seat(s.next)
}

func (s *sticks) View(int) heap { return heap{s.left} }

func (s *sticks) Apply(moves []int, _ *small.Chance) {
	s.left -= moves[s.next]
	s.next = 1 - s.next
}

func (s *sticks) Score(seat int) float64 { return float64((seat + s.next) % 2) } // 1: the other one must move

// heap is what a player knows.
type heap struct{ Left int }

func (h heap) Legal(moves []int) []int {
	for take := 1; take <= min(3, h.Left); take++ {
		moves = append(moves, take)
	}
	return moves
}

// game adds the genes: a move is drawn with odds that depend on the rest that it leaves, divided by four.
var game = small.Game[heap, int]{ // heap: what a player knows; int: a move
	Info: small.WinLose("sticks", "Take the last stick"),
	New:  func() small.State[heap, int] { return new(sticks) },
	Genes: new(gene.List).In("rest", "log-odds").
		LogOdds("0", 8, 0, "Leaves a multiple of four more often.").
		LogOdds("1", 8, 0, "Leaves one stick more than such a multiple more often.").
		LogOdds("2", 8, 0, "Leaves two more than such a multiple more often.").Genes,
	Features: func(h *heap, take int, x []float64) {
		if rest := (h.Left - take) % 4; rest < 3 { // the others are compared with 3
			x[rest] = 1
		}
	},
}

// A complete game, its champion, and a move of the champion's.
func Example() {
	sticks := bloodline.Small(game, nil)
	champion, err := bloodline.Breed(context.Background(), sticks, nil, bloodline.Options{
		Set: []string{"evolve.generations=10", "evolve.population=16", "fitness.deals=40", "evidence.deals=200"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("wins %.0f %% of its games\n", 100*champion.Evidence.Field.Mean)

	// The genes, in the order of the game's. A roll, here the middle one, is all the chance that a move has.
	games, err := bloodline.Resolve(sticks)
	if err != nil {
		fmt.Println(err)
		return
	}
	genes, err := champion.Vector(games[0].Schema)
	if err != nil {
		fmt.Println(err)
		return
	}
	seven := heap{Left: 7}
	move := game.Player(genes).Act(&small.Question[heap, int]{View: seven, Legal: seven.Legal(nil)}, 1<<63)
	fmt.Println("takes", move, "of 7")
	// Output:
	// wins 100 % of its games
	// takes 3 of 7
}
