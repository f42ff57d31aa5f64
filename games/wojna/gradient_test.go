package wojna

import (
	"math"
	"slices"
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/wojna/baselines"
	"bloodline/games/wojna/rules"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
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
		p, _ := baselines.New(name)
		out = append(out, p)
	}
	return out
}

// Over many games, the gradient is the slope of the points a deal: a step along it gains
// what it promises, to first order and within the noise of counting.
func TestTrajectory_Add_slope(t *testing.T) {
	guard.Slow(t)
	const games = 600
	v := defaults()
	play := table.NewTable(table.Game{Deals: 10})
	points := func(deals uint64, p seat.Policy, after func()) float64 {
		n := 0.0
		for k := range uint64(games) {
			seats := slices.Insert(company(), int(k%4), engine.Player(p))
			n += float64(play.Play(roll.Mix(k, deals), seats).Score[k%4]) / 10
			after()
		}
		return n / games
	}
	s := newTrajectory(v)
	sums := make([]int64, len(v))
	points(1, s, func() { s.Add(0, sums) })

	square := 0.0
	slope := make([]float64, len(v)) // by shares of the ranges
	for i, x := range sums {
		slope[i] = engine.FixedMean(x, games) * (rules.Genes[i].Max - rules.Genes[i].Min)
		square += slope[i] * slope[i]
	}
	// Both ways, so that the curvature cancels; on deals of their own, since a gradient
	// contains the luck of its deals.
	const far = 0.02
	at := func(sign float64) float64 {
		w := slices.Clone(v)
		for i, g := range rules.Genes {
			w[i] = min(max(w[i]+sign*far*slope[i]/math.Sqrt(square)*(g.Max-g.Min), g.Min), g.Max)
		}
		return points(2, rules.New(w), func() {})
	}
	gain := at(1) - at(-1)
	promised := 2 * far * math.Sqrt(square)
	if gain < 0.5*promised || gain > 1.5*promised || promised < 1 {
		t.Errorf("a step of %v of the ranges each way gained %.2f points, promised were %.2f", far, gain, promised)
	}
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
	play := table.NewTable(table.Game{Deals: 2})
	game := func(into []int64) {
		play.Play(3, append(company(), s))
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
	if n := testing.AllocsPerRun(3, func() { game(again) }); n > 8 { // append and company
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

// The cost of a run that is played by rules, and by their trajectory.
func BenchmarkTrajectory(b *testing.B) {
	v := defaults()
	v[len(v)-1] = rules.Genes[len(v)-1].Default
	r, path := rules.New(v), newTrajectory(v)
	sums := make([]int64, len(v))
	b.Run("rules", func(b *testing.B) {
		play, seats := table.NewTable(table.New()), append(company(), r)
		for k := range b.N {
			play.Play(roll.Mix(uint64(k)), seats)
		}
	})
	b.Run("trajectory", func(b *testing.B) {
		play, seats := table.NewTable(table.New()), append(company(), path)
		for k := range b.N {
			play.Play(roll.Mix(uint64(k)), seats)
			path.Add(0, sums)
		}
	})
}
