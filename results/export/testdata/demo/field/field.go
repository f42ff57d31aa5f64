// Package field has the hand-written players of a game in a module of its own.
package field

import (
	"demo/seat"

	"bloodline/engine"
)

type odd struct{}

func (odd) Act(v *seat.View, _ uint64) bool { return v.Card%2 == 1 }

// All lists the players.
func All() []engine.Baseline {
	return []engine.Baseline{{Name: "Odd", Doc: "Bets on odd cards.", Player: odd{}}}
}
