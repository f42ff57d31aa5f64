package strangers_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/coup/strangers"
	"bloodline/games/coup/table"
)

func BenchmarkGames(b *testing.B) {
	p, q := strangers.New(1), strangers.New(2)
	t := table.NewTable()
	i := uint64(0)
	for b.Loop() {
		i++
		if i%2 == 0 {
			p.Draw(i)
			q.Draw(i + 1e9)
		}
		t.Play(roll.Mix(i), []engine.Player{p, q})
	}
}
