package small

import (
	"fmt"
	"math"
	"slices"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// Tables is the game as bloodline plays it.
func (g Game[V, A]) Tables() engine.Game { return tables[V, A]{&g} }

type tables[V View[A], A comparable] struct{ game *Game[V, A] }

func (t tables[V, A]) Info() engine.Info      { return t.game.Info }
func (t tables[V, A]) NewTable() engine.Table { return t.game.NewTable() }

func (g Game[V, A]) NewTable() *Table[V, A] {
	t := &Table[V, A]{state: g.New(), info: g.Info, moves: make([]A, g.Info.Seats)}
	for s := range t.asked {
		t.asked[s].Legal = make([]A, 0, 256)
	}
	return t
}

type Table[V View[A], A comparable] struct {
	// Asked is called with every question before it is answered, Moved with the answer before it takes effect, and
	// Turned when all seats of a turn have moved. Each may be nil.
	Asked  func(seat int, q *Question[V, A])
	Moved  func(seat int, q *Question[V, A], a A)
	Turned func(turn Seats, moves []A)

	state  State[V, A]
	info   engine.Info
	seats  [engine.MaxSeats]Policy[V, A]
	asked  [engine.MaxSeats]Question[V, A]
	rolls  [engine.MaxSeats]roll.Rand
	moves  []A
	chance Chance

	_ engine.CacheLinePad // must be last
}

// Play plays one game. Each player must be a [Policy].
func (t *Table[V, A]) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	const longest = 100_000 // turns; a longer game is a fault of its state
	for s, p := range seats {
		t.seats[s] = p.(Policy[V, A])
		t.rolls[s] = roll.New(roll.Mix(seed, 1+uint64(s)))
	}
	t.chance = Chance{rand: roll.New(roll.Mix(seed, 0))}
	t.state.Deal(&t.chance)
	for turn := t.state.Turn(); turn != Over; turn = t.state.Turn() {
		clear(t.moves)
		for s := range seats {
			if turn.Has(s) {
				q := &t.asked[s]
				q.View = t.state.View(s)
				if q.Legal = q.View.Legal(q.Legal[:0]); len(q.Legal) == 0 {
					panic(fmt.Sprintf("seat %d: its turn, and Legal lists no move: %+v", s, q.View))
				}
				if t.Asked != nil {
					t.Asked(s, q)
				}
				a := t.seats[s].Act(q, t.rolls[s].Uint64())
				if !slices.Contains(q.Legal, a) {
					panic(fmt.Sprintf("seat %d: illegal move %s of %T", s, Name(a), t.seats[s]))
				}
				t.moves[s] = a
				if t.Moved != nil {
					t.Moved(s, q, a)
				}
				out.Choices++
			}
		}
		t.state.Apply(t.moves, &t.chance)
		if t.Turned != nil {
			t.Turned(turn, t.moves)
		}
		if out.Length++; out.Length == longest {
			panic(fmt.Sprintf("the game is not over after %d turns", longest))
		}
	}
	for s := range seats {
		x := t.state.Score(s) * t.info.ScoreUnit
		n := math.Round(x)
		if !(math.Abs(n-x) <= 1e-9) || math.Abs(n) > engine.MaxScore { // NaN is neither
			panic(fmt.Sprintf("seat %d: Score %g is no whole number of 1/%g points: raise Info.ScoreUnit", s,
				t.state.Score(s), t.info.ScoreUnit))
		}
		out.Score[s] = int64(n)
	}
	return out
}

func (t *Table[V, A]) State() State[V, A] { return t.state }
func (t *Table[V, A]) View(seat int) V    { return t.state.View(seat) }

// Trace sets the function that gets a game as lines of its protocol: "0> {...}" asks seat 0, "0< ..." is its answer.
func (t *Table[V, A]) Trace(f func(line string)) {
	if t.Asked, t.Moved = nil, nil; f == nil {
		return
	}
	t.Asked = func(s int, q *Question[V, A]) { f(fmt.Sprintf("%d> %s", s, Ask(q))) }
	t.Moved = func(s int, _ *Question[V, A], a A) { f(fmt.Sprintf("%d< %s", s, Answer(a))) }
}
