package arena_test

import (
	"sync"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// fake is a game of a few lines, so that what the arena adds is all that a test sees.
type fake struct {
	info engine.Info
	play func(seed uint64, seats []engine.Player) engine.Outcome
}

func (f fake) Info() engine.Info                                      { return f.info }
func (f fake) NewTable() engine.Table                                 { return f }
func (f fake) Play(seed uint64, seats []engine.Player) engine.Outcome { return f.play(seed, seats) }

// draws is a game of two in which each side draws a number and the higher one
// wins. A player's strength adds to its number; its luck is its own.
var draws = fake{engine.Info{Name: "draws", Seats: 2, ScoreUnit: 1, Mean: 0.5, Max: 1}, func(seed uint64, seats []engine.Player) (out engine.Outcome) {
	var draw [2]float64
	for s := range draw {
		d := seats[s].(drawer)
		draw[s] = roll.Unit(roll.Mix(seed, uint64(s), d.luck)) + d.strength
	}
	if draw[0] > draw[1] {
		out.Score[0] = 1
	} else {
		out.Score[1] = 1
	}
	return out
}}

type drawer struct {
	luck     uint64
	strength float64
}

// stakes is draws for a stake of half a point to two, which the loser pays; one deal in
// eight is a draw. So scores are -4 to 4, in halves of a point.
var stakes = fake{engine.Info{Name: "stakes", Draws: true, Seats: 2, ZeroSum: true, ScoreUnit: 2, Min: -2, Max: 2}, func(seed uint64, seats []engine.Player) engine.Outcome {
	out := draws.Play(seed, seats)
	stake := 2 * int64(seed%4+1)
	if seed%8 == 0 {
		stake = 0
	}
	for s := range seats {
		out.Score[s] = stake*out.Score[s] - stake/2
	}
	return out
}}

// four is a game of four in which every player gets a share of the deal that depends
// on the seat, the seed and the player. Every seating is written down.
type four struct {
	fake
	mu      *sync.Mutex
	seating map[uint64][][4]int
}

func newFour() *four {
	f := &four{mu: new(sync.Mutex), seating: map[uint64][][4]int{}}
	f.fake = fake{engine.Info{Name: "four", Draws: true, Seats: 4, ScoreUnit: 2, Mean: 2.5, Max: 10}, func(seed uint64, seats []engine.Player) (out engine.Outcome) {
		var who [4]int
		for s, p := range seats {
			who[s] = p.(int)
			out.Score[s] = int64(roll.Mix(seed, uint64(s), uint64(who[s])) % 21)
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		f.seating[seed] = append(f.seating[seed], who)
		return out
	}}
	return f
}

// hook is a game of two that calls a function for each play.
func hook(play func(seed uint64)) fake {
	return fake{draws.info, func(seed uint64, _ []engine.Player) (out engine.Outcome) {
		play(seed)
		return out
	}}
}

// numbers are players of four.
func numbers(n int) (out []engine.Player) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// drawers have equal strength and a luck of their own.
func drawers(n int) (out []engine.Player) {
	for i := range n {
		out = append(out, drawer{luck: uint64(i)})
	}
	return out
}
