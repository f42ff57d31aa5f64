package wojna

import (
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/games/wojna/baselines"
	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
)

// defaults returns the genome of all defaults, with more heat.
func defaults() []float64 {
	out := make([]float64, len(rules.Genes))
	for i, g := range rules.Genes {
		out[i] = g.Default
	}
	out[len(out)-1] = 0.3
	return out
}

func company() []engine.Player {
	var out []engine.Player
	for _, name := range []string{"Reader", "Counter", "Bully"} {
		b, _ := engine.FindBaseline(baselines.All(), name)
		p, _ := b.Player.(seat.Policy)
		out = append(out, p)
	}
	return out
}

// Added choices are forgotten, and recorded choices count once.
func TestTrajectory_Add(t *testing.T) {
	v := defaults()
	s := newTrajectory(v)
	sums, again := make([]int64, len(v)), make([]int64, len(v))
	s.Add(1, sums)
	if slices.ContainsFunc(sums, func(x int64) bool { return x != 0 }) {
		t.Error("a gradient before a game")
	}
	play, seats := table.NewTable(table.Game{Deals: 2}), append(company(), s)
	game := func(into []int64) {
		play.Play(3, seats)
		s.Add(1, into)
	}
	game(sums)
	if !slices.ContainsFunc(sums, func(x int64) bool { return x != 0 }) {
		t.Error("no gradient after a game")
	}
	game(again)
	if !slices.Equal(sums, again) {
		t.Error("the same game again has another gradient")
	}
	if n := testing.AllocsPerRun(3, func() { game(again) }); n != 0 {
		t.Errorf("%g allocations a game", n)
	}
}

// The points of a deal are those of the table.
func TestPoints(t *testing.T) {
	for code := range 256 {
		var out, last [seat.Seats]int
		for s := range out {
			out[s] = code >> (2 * s) & 3
			if last[s] = out[s]; out[s] == 0 {
				last[s] = 4
			}
		}
		want := table.Points(last)
		for s := range out {
			if have := points(out, s); have != float64(want[s]) {
				t.Fatalf("seats out in %v: seat %d has %v, at the table %d", out, s, have, want[s])
			}
		}
	}
}
