package games_test

import (
	"fmt"
	"strings"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/parttest"
)

// lottery is the smallest game that the suite can judge: three seats name a number
// each, and the highest number without a duplicate takes six half points; if
// all collide, everybody takes two.
type lottery struct{}

func (lottery) Info() engine.Info {
	return engine.Info{
		Name: "lots", Title: "Lots", Seats: 3, Dynamics: engine.Simultaneous, ZeroSum: true,
		Unit: "draw", ScoreUnit: 2, Points: "point", Mean: 1, Max: 3,
	}
}

func (lottery) NewTable() engine.Table { return new(lotTable) }

type lotTable struct{ trace func(string) }

func (t *lotTable) Trace(f func(string)) { t.trace = f }

// span is a player: it names a number in [0, span).
type span int

func (t *lotTable) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	var named [3]int
	for i, p := range seats {
		r := roll.Stream(seed, 1+uint64(i))
		named[i] = r.N(int(p.(span)))
	}
	best := -1
	for i, n := range named {
		if n != named[(i+1)%3] && n != named[(i+2)%3] && (best < 0 || n > named[best]) {
			best = i
		}
	}
	for i := range named {
		switch best {
		case -1:
			out.Score[i] = 2
		case i:
			out.Score[i] = 6
		}
	}
	out.Choices, out.Length = 3, 1+int32(seed%7) // so that outcomes are many
	if t.trace != nil {
		t.trace(fmt.Sprint(named))
	}
	return out
}

func players() []engine.Player { return []engine.Player{span(2), span(5), span(20)} }

// The suite knows no game: a game of another package passes.
func TestTable(t *testing.T) { parttest.Table(t, lottery{}, players) }

// bets is a game of two that gain what the other loses, up to two points in halves,
// and whose table has no trace.
type bets struct{}

func (bets) Info() engine.Info {
	return engine.Info{
		Name: "bets", Title: "Bets", Seats: 2, Dynamics: engine.Simultaneous, ZeroSum: true,
		Unit: "bet", ScoreUnit: 2, Points: "point", Min: -2, Max: 2,
	}
}

func (bets) NewTable() engine.Table { return bets{} }

func (bets) Play(seed uint64, seats []engine.Player) (out engine.Outcome) {
	stake := int32(1 + seed%4)
	a, b := roll.Stream(seed, 1), roll.Stream(seed, 2)
	switch x, y := a.N(int(seats[0].(span))), b.N(int(seats[1].(span))); {
	case x > y:
		out.Score = [engine.MaxSeats]int32{stake, -stake}
	case x < y:
		out.Score = [engine.MaxSeats]int32{-stake, stake}
	}
	out.Choices, out.Length = 2, 1
	return out
}

func TestTable_negative(t *testing.T) { parttest.Table(t, bets{}, players) }

func TestPlaythrough(t *testing.T) {
	text := parttest.Playthrough(t, lottery{}, 3, players())
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 3 || lines[0] != "# Lots, seed 3" || !strings.HasPrefix(lines[2], "# score [") || lines[1][0] != '[' {
		t.Errorf("have %q", lines)
	}
}
