// Package table plays Liar's Dice.
package table

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/entry"
	"bloodline/engine/roll"
	"bloodline/small"

	"liarsdice/fast/seat"
)

// Game implements engine.Game.
type Game struct{}

// Info describes the game.
func (Game) Info() engine.Info { return small.WinLose("fastdice", "Liar's Dice, written for speed") }

// NewTable returns a table. Each worker has one.
func (Game) NewTable() engine.Table { return new(Table) }

// Table is one table.
type Table struct {
	views [2]seat.View
	rolls [2]roll.Rand
	trace func(string)

	_ engine.CacheLinePad // must be last
}

// Trace sets the function that receives a line for each question, "0> {…}", and answer, "0< 2x3".
func (t *Table) Trace(line func(string)) { t.trace = line }

// Play plays one game. Each player must be a seat.Policy.
func (t *Table) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	chance := roll.New(roll.Mix(seed, 0))
	var policies [2]seat.Policy
	for s, p := range seats {
		policies[s], t.rolls[s] = p.(seat.Policy), roll.New(roll.Mix(seed, 1+uint64(s)))
		t.views[s] = seat.View{}
		for range seat.Dice {
			t.views[s].Hand[chance.N(seat.Faces)]++
		}
	}
	s, bid := 1, seat.Action(0)
	for a := bid; a != seat.Liar; out.Choices++ {
		s, bid = 1-s, a
		a = t.act(s, policies[s])
	}
	winner := s
	if int(t.views[0].Hand[bid.Face()]+t.views[1].Hand[bid.Face()]) >= bid.Count() {
		winner = 1 - s
	}
	out.Score[winner], out.Length = 2, out.Choices
	return out
}

// act asks a seat for its action and adds it to both views.
func (t *Table) act(s int, p seat.Policy) seat.Action {
	v := &t.views[s]
	if t.trace != nil {
		t.trace(fmt.Sprintf("%d> %s", s, entry.Question(v)))
	}
	a := p.Act(v, t.rolls[s].Uint64())
	if v.Legal()>>a&1 == 0 {
		panic(fmt.Sprintf("seat %d: illegal action %d of %T", s, a, p))
	}
	if t.trace != nil {
		t.trace(fmt.Sprintf("%d< %v", s, a))
	}
	v.Mine |= 1 << a
	t.views[1-s].Theirs |= 1 << a
	return a
}
