package coup_test

import (
	"testing"

	"bloodline/engine"
	table "bloodline/engine/coup"
	"bloodline/engine/coup/seat"
	"bloodline/engine/roll"
	"bloodline/genome/coup"
)

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
