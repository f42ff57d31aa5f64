package table

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/games/parttest"
	"bloodline/games/samurai/seat"
)

// lazy visits one lord only, a different one each turn.
type lazy struct{}

func (lazy) Act(v *seat.View, r uint64) seat.Action {
	return seat.Action(0).With(roll.Below(r, seat.Lords), seat.Visits(v.Turn))
}

// keen visits the strongest lord that it is not first with.
type keen struct{}

func (keen) Act(v *seat.View, r uint64) seat.Action {
	var m [seat.Lords][seat.Seats]float32
	v.Estimate(&m)
	var w seat.Values
	for l := range w {
		need := max(m[l][1], m[l][2], m[l][3]) - m[l][0] + 1 + float32(r>>(8*l)&3)/16
		for k := range w[l] {
			w[l][k] = float32(v.Strength[l]) * min(float32(k)*float32(seat.Worth(v.Turn)), need)
		}
	}
	return w.Best(v.Turn)
}

func crowd() []engine.Player { return []engine.Player{chancer{}, lazy{}, keen{}, chancer{}} }

func TestGame_Conformance(t *testing.T) { parttest.Table(t, Game{}, crowd) }

func TestGame_Playthrough(t *testing.T) {
	parttest.Golden(t, Game{}, 1, []engine.Player{chancer{}, lazy{}, keen{}, chancer{}})
}
