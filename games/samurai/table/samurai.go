// Package table is the table side of Negotiate and Conquer, the game of SamurAI Coding 2014: four daimyo court six
// lords over nine turns, all at once, five visits by day and two secret ones by night.
//
// A [Table] plays one game per Play: it draws the strengths, builds each seat's report, asks all four seats, and then
// adds up what they did. After turns 5 and 9 each lord's strength goes to the seats with the most intimacy and is taken
// from those with the least; [Table.Totals] counts exactly, in twelfths.
//
// A game between random players takes about 4 µs and allocates nothing. docs/rules-samurai.md lists the rules.
package table

import (
	"fmt"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/samurai/seat"
)

type Game struct{}

var _ engine.Tracer = (*Table)(nil)

// Info describes the game. A win is the strictly largest total; a shared one is a draw, which counts as no win.
func (Game) Info() engine.Info {
	return engine.Info{
		Name:      "samurai",
		Title:     "Negotiate and Conquer (SamurAI Coding 2014), four daimyo",
		Seats:     seat.Seats,
		Dynamics:  engine.Simultaneous,
		ZeroSum:   true,
		Unit:      "game",
		ScoreUnit: 1,
		Points:    "win",
		Mean:      0.25,
		Max:       1,
	}
}

func (Game) NewTable() engine.Table { return new(Table) }

// Table is one table. Totals stay readable after Play.
type Table struct {
	strength [seat.Lords]uint8
	truth    seat.Matrix // by lord and seat, nights included
	public   seat.Matrix // by lord and seat, as far as reports show it
	count    [seat.Lords]uint8
	totals   [seat.Seats]int32
	views    [seat.Seats]seat.View
	rolls    [seat.Seats]roll.Rand
	policies [seat.Seats]seat.Policy
	trace    func(string)
	end      struct { // arguments for an observer, kept here to save an allocation
		truth  seat.Matrix
		totals [seat.Seats]int32
	}

	_ engine.CacheLinePad
}

// Totals returns the seats' totals of the last game in twelfths. They sum to 0.
func (t *Table) Totals() [seat.Seats]int32 { return t.totals }

// Play plays one game. Each seat must be a seat.Policy.
func (t *Table) Play(seed uint64, seats []engine.Player) engine.Outcome {
	deck := roll.New(roll.Mix(seed, 0))
	var strength [seat.Lords]uint8
	for l := range strength {
		strength[l] = seat.MinStrength + uint8(deck.Uint64()>>62)
	}
	return t.PlayDeal(seed, &strength, seats)
}

// PlayDeal is Play with given strengths; the seed is for the players' rolls only.
func (t *Table) PlayDeal(seed uint64, strength *[seat.Lords]uint8, seats []engine.Player) engine.Outcome {
	t.sit(seed, seats)
	t.start(strength)
	for turn := uint8(1); turn <= seat.Turns; turn++ {
		t.turn(turn)
	}
	t.finish()
	out := engine.Outcome{Choices: seat.Seats * seat.Turns, Length: seat.Turns}
	if w := seat.Winner(&t.totals); w >= 0 {
		out.Score[w] = 1
	}
	return out
}

func (t *Table) sit(seed uint64, seats []engine.Player) {
	if len(seats) != seat.Seats {
		panic(fmt.Sprintf("samurai: want %d seats, have %d", seat.Seats, len(seats)))
	}
	for s, p := range seats {
		policy, ok := p.(seat.Policy)
		if !ok {
			panic(fmt.Sprintf("samurai: seat %d: %T is no seat.Policy", s, p))
		}
		t.policies[s] = policy
		t.rolls[s] = roll.New(roll.Mix(seed, 1+uint64(s)))
	}
}

func (t *Table) start(strength *[seat.Lords]uint8) {
	t.strength = *strength
	t.truth, t.public = seat.Matrix{}, seat.Matrix{}
	t.count = [seat.Lords]uint8{}
	t.totals = [seat.Seats]int32{}
	for s := range t.views {
		t.views[s].Start(strength)
		if t.trace != nil {
			t.traceText(s, seat.AppendStart(nil, strength))
		}
	}
}

// turn asks all seats, and only then carries out their visits.
func (t *Table) turn(turn uint8) {
	var acts [seat.Seats]seat.Action
	for s := range acts {
		r := seat.Report{Turn: turn}
		for l := range r.Public {
			r.Public[l] = columns(&t.public[l], s)
			r.Own[l] = t.truth[l][s]
		}
		if !seat.IsNight(turn) {
			r.Count = t.count
		}
		t.views[s].Tell(&r)
		if t.trace != nil {
			t.traceText(s, t.views[s].AppendText(nil))
		}
		acts[s] = t.policies[s].Act(&t.views[s], t.rolls[s].Uint64())
		if !acts[s].Legal(turn) {
			panic(fmt.Sprintf("samurai: seat %d, turn %d: illegal action %#x of %T", s, turn, uint32(acts[s]), t.policies[s]))
		}
		if t.trace != nil {
			t.trace(fmt.Sprintf("%d< %s", s, acts[s]))
		}
	}
	t.resolve(turn, &acts)
}

// columns puts a seat's own entry first and leaves the others in their order.
func columns[T any](row *[seat.Seats]T, s int) [seat.Seats]T {
	out := *row
	out[0] = row[s]
	for j := range s {
		out[j+1] = row[j]
	}
	return out
}

// resolve adds the visits of a turn and scores after turns 5 and 9.
func (t *Table) resolve(turn uint8, acts *[seat.Seats]seat.Action) {
	worth, night := seat.Worth(turn), seat.IsNight(turn)
	for l := range t.truth {
		t.count[l] = 0
		for s, a := range acts {
			n := uint8(a.Count(l))
			t.count[l] += n
			t.truth[l][s] += n * worth
			if !night {
				t.public[l][s] += n
			}
		}
	}
	switch turn {
	case seat.HalfTurn:
		t.public = t.truth
		seat.Score(&t.strength, &t.truth, &t.totals)
	case seat.Turns:
		seat.Score(&t.strength, &t.truth, &t.totals)
	}
}

func (t *Table) finish() {
	for s, p := range t.policies {
		o, ok := p.(seat.Observer)
		if !ok {
			continue
		}
		for l := range t.end.truth {
			t.end.truth[l] = columns(&t.truth[l], s)
		}
		t.end.totals = columns(&t.totals, s)
		o.Over(&t.end.truth, &t.end.totals)
	}
	if t.trace == nil {
		return
	}
	line := "totals"
	for _, x := range t.totals {
		line += " " + FormatTotal(x)
	}
	t.trace(line)
}
