// Package table plays whole games between players of package seat. It must not know
// who plays: no genome, no baseline.
package table

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/roll"

	"liarsdice/seat"
)

// Game is the game as bloodline knows it.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info {
	return engine.Info{
		Name: "liarsdice", Title: "Liar's Dice, two players with five dice", Seats: seat.Seats, Dynamics: engine.Sequential,
		ZeroSum: true, Unit: "game", ScoreUnit: 1, Points: "win", Mean: 0.5, Max: 1,
	}
}

// NewTable returns a table. Each worker has one.
func (Game) NewTable() engine.Table { return new(Table) }

// Table is one table.
type Table struct {
	views    [seat.Seats]seat.View
	policies [seat.Seats]seat.Policy
	rolls    [seat.Seats]roll.Rand
	tap      func(string)

	_ engine.CacheLinePad // must be last
}

// Play plays one game. Each player must be a seat.Policy. The dice are the table's own
// chance; each seat has a stream of rolls of its own.
func (t *Table) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	dice := roll.New(roll.Mix(seed, 0))
	for s, p := range seats {
		t.policies[s], t.rolls[s] = p.(seat.Policy), roll.New(roll.Mix(seed, 1+uint64(s)))
		var h seat.Hand
		for range seat.Dice {
			h[dice.N(seat.Faces)]++
		}
		t.views[s].Start(s, h)
		if t.tap != nil {
			t.say("%d> roll %d %s", s, s, h)
		}
	}
	s, winner, bid := 1, 0, seat.Action(0)
	for a := bid; a != seat.Liar; out.Choices++ {
		s, bid = 1-s, a
		a = t.act(s)
	}
	if winner = s; int(t.views[0].Hand[bid.Face()]+t.views[1].Hand[bid.Face()]) >= bid.Count() {
		winner = 1 - s
	}
	out.Score[winner], out.Length = 1, out.Choices
	return out
}

// act asks a seat and tells both.
func (t *Table) act(s int) seat.Action {
	if t.tap != nil {
		t.say("%d> act", s)
	}
	v := &t.views[s]
	a := t.policies[s].Act(v, t.rolls[s].Uint64())
	if v.Legal()>>a&1 == 0 {
		panic(fmt.Sprintf("seat %d: illegal action %d of %T", s, a, t.policies[s]))
	}
	for i := range t.views {
		t.views[i].Tell(a)
	}
	if t.tap != nil {
		t.say("%d< %s", s, a)
		t.say("%d> move %s", 1-s, a)
	}
	return a
}

// Tap sets the function that receives a game's events; nil removes it. The lines are
// the protocol's, each behind its seat: "0> act" is sent to seat 0, "0< 3x5" is its
// answer.
func (t *Table) Tap(f func(line string)) { t.tap = f }

func (t *Table) say(format string, args ...any) { t.tap(fmt.Sprintf(format, args...)) }

// Sent returns the seat and the text of a line of the tap that is sent to a seat.
func Sent(line string) (s int, text string, ok bool) { return cut(line, '>') }

// Answered returns the seat and the text of a line of the tap that a seat answered.
func Answered(line string) (s int, text string, ok bool) { return cut(line, '<') }

func cut(line string, mark byte) (s int, text string, ok bool) {
	return int(line[0] - '0'), line[3:], line[1] == mark
}
