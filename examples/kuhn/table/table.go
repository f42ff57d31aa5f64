// Package table plays whole games between players of package seat.
//
// It must not know who plays: no genome, no baseline. A game takes some 50 ns and
// allocates nothing.
package table

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/roll"

	"kuhn/seat"
)

// Game is the game as bloodline knows it.
type Game struct{}

// Info describes the game. Replace: all of it. A score is an integer, in 1/ScoreUnit
// of a point.
func (Game) Info() engine.Info {
	return engine.Info{
		Name:      "kuhn",
		Title:     "Kuhn poker, two players and three cards",
		Seats:     seat.Seats,
		Dynamics:  engine.Sequential,
		ZeroSum:   true,
		Unit:      "game",
		ScoreUnit: 1,
		Points:    "chip",
		Mean:      0,
		Max:       2,
		Min:       -2,
	}
}

// NewTable returns a table. Each worker has one.
func (Game) NewTable() engine.Table { return new(Table) }

// Table is one table.
type Table struct {
	cards    [seat.Seats]seat.Card
	views    [seat.Seats]seat.View
	policies [seat.Seats]seat.Policy
	rolls    [seat.Seats]roll.Rand
	tap      func(string)

	_ engine.CacheLinePad // must be last
}

// Play plays one game. Each player must be a seat.Policy. Replace: the course of a
// game; keep where chance comes from.
func (t *Table) Play(seed uint64, seats []engine.Player) engine.Outcome {
	t.sit(seed, seats)
	deck := roll.New(roll.Mix(seed, 0)) // the table's own chance
	t.deal(&deck)
	for !t.views[0].Over() {
		t.act(t.views[0].Turn())
	}
	first := t.chips()
	t.end(first)
	moves := int32(t.views[0].Played)
	return engine.Outcome{Score: [engine.MaxSeats]int32{first, -first}, Choices: moves, Length: moves}
}

// sit seats the players. Each seat has a stream of rolls of its own, so that one
// player's number of choices shifts nobody else's chance.
func (t *Table) sit(seed uint64, seats []engine.Player) {
	for s, p := range seats {
		policy, ok := p.(seat.Policy)
		if !ok {
			panic(fmt.Sprintf("seat %d: %T is no seat.Policy", s, p))
		}
		t.policies[s] = policy
		t.rolls[s] = roll.New(roll.Mix(seed, 1+uint64(s)))
	}
}

func (t *Table) deal(deck *roll.Rand) {
	a, b := deck.N(seat.Cards), deck.N(seat.Cards-1)
	if b >= a {
		b++ // the card of the first player is gone
	}
	t.cards = [seat.Seats]seat.Card{seat.Jack + seat.Card(a), seat.Jack + seat.Card(b)}
	for s := range t.views {
		t.views[s].Start(s, t.cards[s])
		if t.tap != nil {
			t.tap(fmt.Sprintf("%d> deal %d %s", s, s, t.cards[s]))
		}
	}
}

// act asks a seat and tells both.
func (t *Table) act(s int) {
	if t.tap != nil {
		t.tap(fmt.Sprintf("%d> act", s))
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
		t.tap(fmt.Sprintf("%d< %s", s, a))
		t.tap(fmt.Sprintf("%d> move %s", 1-s, a))
	}
}

// chips returns what the first player won.
func (t *Table) chips() int32 {
	v := &t.views[0]
	won := int32(1)
	switch v.Moves[v.Played-1] {
	case seat.Fold: // the player whose turn it would be had bet
		if v.Turn() == 0 {
			return won
		}
		return -won
	case seat.Call:
		won = 2
	}
	if t.cards[0] > t.cards[1] {
		return won
	}
	return -won
}

func (t *Table) end(first int32) {
	if t.tap != nil {
		t.tap(fmt.Sprintf("0> end %d", first))
		t.tap(fmt.Sprintf("1> end %d", -first))
	}
}

// Tap sets the function that receives a game's events; nil removes it. The lines are
// the protocol's, each behind its seat: "0> act" is sent to seat 0, "0< bet" is its
// answer.
func (t *Table) Tap(f func(line string)) { t.tap = f }

// Sent returns the seat and the text of a line of the tap that is sent to a seat.
func Sent(line string) (s int, text string, ok bool) { return cut(line, '>') }

// Answered returns the seat and the text of a line of the tap that a seat answered.
func Answered(line string) (s int, text string, ok bool) { return cut(line, '<') }

func cut(line string, mark byte) (s int, text string, ok bool) {
	if len(line) < 3 || line[1] != mark {
		return 0, "", false
	}
	return int(line[0] - '0'), line[3:], true
}
