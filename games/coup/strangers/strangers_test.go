package strangers_test

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/enginetest"
	"bloodline/games/coup/seat"
	"bloodline/games/coup/strangers"
	"bloodline/games/coup/table"
)

func BenchmarkDraw(b *testing.B) {
	b.ReportAllocs()
	p := strangers.New(0)
	seed := uint64(0)
	for b.Loop() {
		seed++
		p.Draw(seed)
	}
}

// BenchmarkAct times the questions of real games, asked of 400 strangers in turn.
func BenchmarkAct(b *testing.B) {
	var field []engine.Player
	for seed := range uint64(400) {
		field = append(field, strangers.New(seed))
	}
	asked := enginetest.Questions[seat.View, seat.Action](table.Game{}, 20000, func(game int) []engine.Player {
		return []engine.Player{field[game%400], field[game/400%400]}
	})
	k := 0
	for b.Loop() {
		field[k%400].(*strangers.Player).Act(asked[k].View, asked[k].Roll)
		if k++; k == len(asked) {
			k = 0
		}
	}
}
