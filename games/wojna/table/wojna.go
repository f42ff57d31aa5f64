// Package table is the table of Wojna deklarowana, ITPW's contest: war crossed with poker, four players, 104 cards.
//
//  1. [Game] says what the game is. One Play is a run: by default forty deals with
//     the same seats, as in the contest. A bot can learn its opponents within a run.
//  2. [Table] holds the hidden cards, deals, takes the moves and turns cards up. [seat.PublicState], which bots
//     share, derives what is public (turns, winners, wars, eliminations).
//  3. [Points] turns the order of elimination into the points of the contest.
//
// A deal of players that always check takes 386 biddings and 20 to 35 µs; Play allocates nothing. docs/rules-wojna.md
// lists the rules and the numbered readings that tests name.
package table

import (
	"fmt"
	"math/bits"
	"strings"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/wojna/seat"
)

// Deals is the length of a run in the contest.
const Deals = 40

// Certain is the number of biddings of every deal unless decided; each further one has probability 1-1/Certain.
const Certain = 200

type Game struct {
	Deals int
	// ByCards ranks the players left at a deal's random end by cards, not as tied: the contest's rules leave it open.
	ByCards bool
}

// New returns the game of the contest.
func New() Game { return Game{Deals: Deals} }

// Info describes the game. A run scores the sum of its deals' points, in units of one deal's share of a point.
func (g Game) Info() engine.Info {
	return engine.Info{
		Name:      "wojna",
		Title:     "Wojna deklarowana, four players",
		Seats:     seat.Seats,
		Dynamics:  engine.Sequential,
		ZeroSum:   true,
		Unit:      fmt.Sprintf("run of %d deals", g.Deals),
		ScoreUnit: float64(g.Deals),
		Points:    "point a deal",
		Mean:      21,
		Max:       48,
	}
}

// NewTable returns a table. Its players are of type seat.Policy.
func (g Game) NewTable() engine.Table { return NewTable(g) }

type Table struct {
	game    Game
	record  seat.PublicState
	seats   [seat.Seats]seatState
	chance  roll.Rand
	hidden  hidden
	choices int32
	length  int32
	score   [seat.Seats]int64
	trace   func(string)

	_ engine.CacheLinePad
}

var _ engine.Tracer = (*Table)(nil)

type seatState struct {
	player seat.Policy
	rolls  roll.Rand
	view   seat.View
}

// NewTable returns a table for runs of g. The number of deals must be positive.
func NewTable(g Game) *Table {
	if g.Deals < 1 {
		panic(fmt.Sprintf("wojna: deals must be positive, have %d", g.Deals))
	}
	return &Table{game: g}
}

// Play plays a run. The seed fixes the deck of every deal, whatever happened in the deals before. Within a deal random
// numbers are drawn when they are needed: for the deck, then for each bidding whether it takes place (after the first
// 200), its starter, and the order in which its pot is collected. Length counts biddings.
func (t *Table) Play(seed uint64, seats []engine.Player) engine.Outcome {
	if len(seats) != seat.Seats {
		panic(fmt.Sprintf("wojna: want %d seats, have %d", seat.Seats, len(seats)))
	}
	t.record.Reset()
	for s := range seats {
		c := &t.seats[s]
		c.player = seats[s].(seat.Policy)
		c.rolls = roll.New(roll.Mix(seed, uint64(1+s)))
		c.view.Sit(&t.record, s)
		if t.trace != nil {
			t.tracef("%d your_number %d", s+1, s+1)
		}
	}
	t.choices, t.length, t.score = 0, 0, [seat.Seats]int64{}
	deck := roll.New(roll.Mix(seed, 0))
	for range t.game.Deals {
		t.chance = roll.New(deck.Uint64())
		t.deal()
		for s, p := range t.points() {
			t.score[s] += int64(p)
		}
		t.length += int32(t.record.Bidding)
	}
	if t.trace != nil {
		t.trace("all quit")
	}
	out := engine.Outcome{Choices: t.choices, Length: t.length}
	copy(out.Score[:], t.score[:])
	return out
}

func (t *Table) deal() {
	t.hidden.deal(&t.chance)
	t.record.Deal()
	for s := range t.seats {
		t.seats[s].view.Deal()
	}
	if t.trace != nil {
		t.tracef("all setdeck %d%s", seat.Cards, strings.Repeat(" 1 2 3 4 5 6 7 8 9 10 11 12 13", seat.Copies))
	}
	for {
		if t.record.Bidding >= Certain && t.chance.N(Certain) == 0 {
			return
		}
		r := &t.record // begin a bidding and show every player in it the top card
		r.Begin()
		for m := r.In; m != 0; m &= m - 1 {
			s := bits.TrailingZeros8(m) & 3
			t.seats[s].view.Peek(t.hidden.ante(s, r.Drawn(s)))
		}
		if t.trace != nil {
			t.traceBegin()
		}
		t.bid()
		if t.settle() {
			return
		}
	}
}

// bid asks for moves until the bidding is over. The starter is drawn evenly.
func (t *Table) bid() {
	r := &t.record
	rolled := t.chance.Uint64()
	s := int(seated[r.In&15][roll.Below(rolled, bits.OnesCount8(r.In))&3])
	for {
		c := &t.seats[s&3]
		if t.trace != nil {
			t.tracef("%d genmove %d", s+1, s+1)
		}
		a := c.player.Act(&c.view, c.rolls.Uint64())
		if a > seat.Check && !r.Legal(s).Has(a) {
			panic(fmt.Sprintf("wojna: seat %d: %v is not legal with %d cards", s, a, r.Stack[s&3]))
		}
		if n := r.Play(s, a); n > 0 {
			t.hidden.pay(s, n)
		}
		if t.trace != nil {
			t.tracef("all play %d %v", s+1, a)
		}
		if r.Over() {
			break
		}
		s = r.Turn()
	}
	t.choices += int32(r.Moved)
}

// settle turns up the cards of all that stayed, in seat order, and pays the pot. It reports whether the deal is over.
func (t *Table) settle() bool {
	r := &t.record
	for m := r.Active; m != 0; m &= m - 1 {
		s := bits.TrailingZeros8(m) & 3
		r.Show(s, t.seats[s].view.Card)
		if t.trace != nil {
			t.tracef("all topcard %d %d", s+1, t.seats[s].view.Card)
		}
	}
	over := r.Settle()
	for s := range t.seats {
		t.seats[s].view.Settle()
	}
	if r.Winner >= 0 {
		t.hidden.collect(r.Winner, &t.chance)
	}
	return over
}

func (t *Table) points() [seat.Seats]int32 {
	last := [seat.Seats]int{}
	for s, out := range t.record.Out {
		last[s] = out
		if out == 0 { // still in: after every bidding there was
			last[s] = t.record.Bidding + 1
			if t.game.ByCards {
				last[s] += t.record.Stack[s]
			}
		}
	}
	return Points(last)
}

// Points turns the bidding of each seat's elimination into points: 0, 12, 24 and 48 in this order, for equal ones the
// mean of the places, always whole. The players left have a number above all biddings. The sum is always 84.
func Points(last [seat.Seats]int) (points [seat.Seats]int32) {
	places := [seat.Seats]int32{0, 12, 24, 48}
	for s, mine := range last {
		before, same := 0, 0
		for _, other := range last {
			if other < mine {
				before++
			} else if other == mine {
				same++
			}
		}
		sum := int32(0)
		for _, p := range places[before : before+same] {
			sum += p
		}
		points[s] = sum / int32(same)
	}
	return points
}
