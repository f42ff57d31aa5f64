package coup_test

import (
	"math/rand/v2"
	"testing"

	"bloodline/engine"
	table "bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
	"bloodline/genome/coup"
)

type random struct{}

func (random) Act(v *seat.View, x uint64) seat.Action {
	return seat.Action(roll.Bit(x, uint64(v.Legal)))
}

func genes(seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	g := make([]float64, len(coup.Genes))
	for i, x := range coup.Genes {
		g[i] = x.Min + rng.Float64()*(x.Max-x.Min)
	}
	return g
}

func defaults() []float64 {
	g := make([]float64, len(coup.Genes))
	for i, x := range coup.Genes {
		g[i] = x.Default
	}
	return g
}

func BenchmarkPlay(b *testing.B) {
	for _, m := range []struct {
		name string
		a, b seat.Policy
	}{
		{"random", random{}, random{}},
		{"genomes", coup.New(genes(1)), coup.New(genes(2))},
		{"defaults", coup.New(defaults()), coup.New(defaults())},
	} {
		b.Run("game=coup/matchup="+m.name, func(b *testing.B) {
			t := table.NewTable()
			seats := []engine.Player{m.a, m.b}
			b.ReportAllocs()
			choices := 0
			for i := range b.N {
				choices += int(t.Play(roll.Mix(uint64(i)), seats).Choices)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(choices), "ns/choice")
			b.ReportMetric(float64(choices)/float64(b.N), "choices/game")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
