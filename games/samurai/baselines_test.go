package samurai_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/parttest"
	"bloodline/games/samurai/baselines"
	"bloodline/games/samurai/seat"
	"bloodline/games/samurai/table"
)

func must(t testing.TB, name string) seat.Policy {
	t.Helper()
	p, ok := baselines.New(name)
	if !ok {
		t.Fatalf("no baseline %q", name)
	}
	return p
}

func TestAll_Conformance(t *testing.T) {
	parttest.Baselines[seat.View, seat.Action](t, table.Game{}, baselines.All)
}

// at returns a view of a turn with these true and public intimacies, nothing
// secret, all lords of these strengths.
func at(turn uint8, strength [seat.Lords]uint8, m seat.Matrix) *seat.View {
	var v seat.View
	v.Start(&strength)
	v.Turn, v.Public, v.Fresh = turn, m, m
	for l := range m {
		v.Own[l] = m[l][0]
	}
	return &v
}

var fives = [seat.Lords]uint8{5, 5, 5, 5, 5, 5}

// Each character does what its description says, on a board made for it.
func TestAct_Characters(t *testing.T) {
	contested := seat.Matrix{{4, 6, 1, 0}, {9, 0, 0, 0}, {9, 1, 0, 0}, {0, 9, 9, 9}, {9, 1, 0, 0}, {9, 1, 0, 0}}
	behind := seat.Matrix{{9, 0, 0, 0}, {0, 3, 3, 3}, {9, 0, 0, 0}, {9, 0, 0, 0}, {0, 2, 2, 20}, {9, 0, 0, 0}}
	empty := seat.Matrix{}
	led := seat.Matrix{{1, 5, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}
	pushed := seat.Matrix{{7, 5, 0, 0}, {9, 0, 1, 0}, {9, 0, 0, 1}, {9, 0, 0, 0}, {9, 0, 0, 0}, {9, 0, 0, 0}}
	for _, c := range []struct {
		name string
		v    *seat.View
		want func(a seat.Action) bool
		why  string
	}{
		{"greedy-top", at(9, fives, contested), func(a seat.Action) bool { return a.Count(0) >= 3 }, "three visits take the top of lord 0, no other top is open"},
		{"avoid-last", at(9, fives, behind), func(a seat.Action) bool { return a.Count(4) >= 3 || a.Count(1) >= 4 }, "one last place can be left for good, not both"},
		{"balanced", at(1, [6]uint8{6, 3, 3, 3, 3, 3}, empty), func(a seat.Action) bool { return a.Count(0) >= 1 && a.Count(0) <= 2 }, "lord 0 gets 5*6/21 of the visits"},
		{"copy-the-leader", at(2, fives, led), func(a seat.Action) bool { return a == seat.Action(0).With(0, 2) }, "the leader spent all on lord 0"},
		{"accountant", at(9, fives, contested), func(a seat.Action) bool { return a.Count(0) >= 3 }, "only the top of lord 0 can be won"},
		{"actuary", at(9, [6]uint8{3, 3, 6, 3, 3, 3}, seat.Matrix{{0, 90, 90, 90}, {90, 0, 10, 10}, {17, 19, 0, 2}, {0, 90, 80, 80}, {90, 0, 10, 10}, {90, 0, 10, 10}}), func(a seat.Action) bool { return a.Count(2) == 5 }, "lord 2 alone is within reach and pays for every visit"},
		{"rebel", at(9, fives, led), func(a seat.Action) bool { return a.Count(0) >= 4 }, "column 1 leads by lord 0, one visit wins lord 5"},
		{"late-striker", at(1, fives, empty), func(a seat.Action) bool {
			for l := range seat.Lords {
				if a.Count(l) > 1 {
					return false
				}
			}
			return true
		}, "early in a half it spreads evenly"},
		{"quiet-cheap-lords", at(1, [6]uint8{6, 5, 3, 6, 3, 5}, empty), func(a seat.Action) bool { return a.Count(2)+a.Count(4) == 5 && max(a.Count(2), a.Count(4)) == 4 }, "lords 2 and 4 are the cheap ones"},
		{"warlord", at(1, [6]uint8{6, 5, 3, 6, 3, 5}, empty), func(a seat.Action) bool { return a.Count(0)+a.Count(3) == 5 }, "lords 0 and 3 are the strong ones"},
		{"forecaster", at(3, fives, pushed), func(a seat.Action) bool { return a.Count(0) >= 4 }, "column 1 is expected to add five to lord 0 again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := must(t, c.name)
			for r := range uint64(20) {
				if a := p.Act(c.v, roll.Mix(r)); !c.want(a) {
					t.Fatalf("plays %v; %s", a, c.why)
				}
			}
		})
	}
}

// In the last turn only lord 0 is open: with four or more visits the own seat is
// first alone and has the game, with fewer the game goes to column 1, whatever
// the others do elsewhere. The lookahead player must see it.
func TestMonteCarlo_TakesTheGame(t *testing.T) {
	m := seat.Matrix{{20, 23, 0, 0}, {0, 40, 80, 120}, {60, 60, 0, 100}, {60, 60, 100, 0}, {60, 60, 40, 40}, {60, 60, 40, 40}}
	v := at(9, [6]uint8{6, 3, 3, 3, 3, 3}, m)
	p := must(t, "monte-carlo")
	for r := range uint64(20) {
		if a := p.Act(v, roll.Mix(r)); a.Count(0) < 4 {
			t.Errorf("roll %d: plays %v", r, a)
		}
	}
}

// The first of the list is far above the last: it wins most games of a table full of
// them.
func TestAll_Order(t *testing.T) {
	all := baselines.All()
	var tab table.Table
	strong, weak := must(t, all[0].Name), must(t, all[len(all)-1].Name)
	wins := int32(0)
	const games = 40
	for seed := range uint64(games) {
		wins += tab.Play(seed, []engine.Player{weak, strong, weak, weak}).Score[1]
	}
	if wins < games*3/4 {
		t.Errorf("%s wins %d of %d games against three of %s", all[0].Name, wins, games, all[len(all)-1].Name)
	}
}
