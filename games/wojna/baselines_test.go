package wojna_test

import (
	"math/rand/v2"
	"testing"

	"bloodline/engine"
	"bloodline/games/parttest"
	"bloodline/games/wojna/baselines"
	"bloodline/games/wojna/seat"
	"bloodline/games/wojna/table"
	"bloodline/internal/guard"
)

func TestAll_Conformance(t *testing.T) {
	parttest.Baselines[seat.View, seat.Action](t, table.Game{Deals: 2}, baselines.All)
}

// quartets plays random quartets, each in four rotations, and returns the points a deal of every baseline.
func quartets(n, deals int) map[string]float64 {
	all := baselines.All()
	rng := rand.New(rand.NewPCG(4, 1))
	tb := table.NewTable(table.Game{Deals: deals})
	sum, count := map[string]float64{}, map[string]float64{}
	for q := range n {
		perm := rng.Perm(len(all))[:seat.Seats]
		for r := range perm {
			var seats []engine.Player
			for k := range perm {
				b, _ := engine.FindBaseline(baselines.All(), all[perm[(k+r)%seat.Seats]].Name)
				p, _ := b.Player.(seat.Policy)
				seats = append(seats, p)
			}
			out := tb.Play(uint64(q), seats)
			for k := range perm {
				name := all[perm[(k+r)%seat.Seats]].Name
				sum[name] += float64(out.Score[k]) / float64(deals)
				count[name]++
			}
		}
	}
	for name := range sum {
		sum[name] /= count[name]
	}
	return sum
}

// TestField holds what the field is for: the two who learn lead, the two who do not think come last, and both are about
// as bad, as the outside measurement says (5.4 points for a player that always checks).
func TestField(t *testing.T) {
	guard.Slow(t)
	points := quartets(40, table.Deals)
	for name, p := range points {
		learns := name == "Veteran" || name == "Reader"
		hopeless := name == "Checker" || name == "Random"
		switch {
		case learns && p < 29:
			t.Errorf("%s learns and makes %.1f", name, p)
		case hopeless && (p < 2 || p > 10):
			t.Errorf("%s makes %.1f, want about 5", name, p)
		case !learns && p > max(points["Veteran"], points["Reader"]):
			t.Errorf("%s leads with %.1f", name, p)
		}
	}
}
