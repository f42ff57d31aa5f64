package run

import (
	"testing"

	"bloodline/evolve/measure"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// How often a champion whose lead over the defaults is known is shown to be better, by the games of a run: against five
// opponents, two of which both always beat, with luck that has a correlation of 0.2. Before, all figures had an equal part
// of a tenth of the games, and these runs said so in 1, 19, 38, 75 and 79 % (in order, of leads above 0). Without a lead at most 2.5 %
// say so, but for chance.
func TestVerdict_power(t *testing.T) {
	f := formula{logit: func(v []float64) float64 { return v[0] }, ownLuck: 0.8}
	strengths := []float64{0, 0.6, -0.4, -60, -60}
	lead := func(x float64) (mean float64) {
		for _, s := range strengths {
			mean += (f.wins([]float64{x}, s) - f.wins([]float64{0}, s)) / float64(len(strengths))
		}
		return mean
	}
	for _, c := range []struct {
		lead        float64
		budget      int
		least, most int // percent
	}{
		{0, 1000, 0, 5},
		{0, 3000, 0, 5},
		{0.1, 1000, 45, 80},
		{0.1, 3000, 95, 100},
		{0.2, 1000, 97, 100},
		{0.05, 10_000, 90, 100},
	} {
		low, high := 0.0, 10.0
		for range 50 {
			if x := (low + high) / 2; lead(x) < c.lead {
				low = x
			} else {
				high = x
			}
		}
		const runs = 200
		better, games := 0, int64(0)
		for seed := range uint64(runs) {
			_, e := f.run(seed, c.budget, number("a", -10, 10, 0), number("idle", 0, 1, 0))
			e.Field = nil
			for i, s := range strengths {
				e.Field = append(e.Field, measure.Opponent{Name: string(rune('a' + i)), Player: bot{strength: s}})
			}
			got, err := e.Evidence(t.Context(), genome.Vector{low, 1}, 1)
			guard.Must(t, err)
			if games += 2 * got.Defaults.Lead.Games; got.Defaults.Lead.Low > 0 {
				better++
			}
		}
		t.Logf("a lead of %.2f, %d games: %.1f %% say better, in %d games", c.lead, c.budget, 100*float64(better)/runs, games/runs)
		if share := 100 * better / runs; share < c.least || share > c.most {
			t.Errorf("a lead of %.2f, %d games: %d %% say better, want %d to %d", c.lead, c.budget, share, c.least, c.most)
		}
	}
}
