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
	b, ok := engine.FindBaseline(baselines.All(), name)
	p, _ := b.Player.(seat.Policy)
	if !ok {
		t.Fatalf("no baseline %q", name)
	}
	return p
}

func TestAll_Conformance(t *testing.T) {
	parttest.Baselines[seat.View, seat.Action](t, table.Game{}, baselines.All)
}

// at returns a view of a turn with these true and public intimacies, nothing secret, all lords of these strengths.
func at(turn uint8, strength [seat.Lords]uint8, m seat.Matrix) *seat.View {
	var v seat.View
	v.Start(&strength)
	v.Turn, v.Public, v.Fresh = turn, m, m
	for l := range m {
		v.Own[l] = m[l][0]
	}
	return &v
}

// In the last turn only lord 0 is open: with four or more visits the own seat is first alone and has the game, with
// fewer the game goes to column 1, whatever the others do elsewhere. The lookahead player must see it.
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
