// Package field has the hand-written players of a game in a module of its own.
package field

import (
	"bloodline/arena/baseline"

	"demo/seat"
)

type odd struct{}

func (odd) Act(v *seat.View, _ uint64) bool { return v.Card%2 == 1 }

// All lists the players.
func All() []baseline.Baseline {
	return []baseline.Baseline{{Name: "Odd", Doc: "Bets on odd cards.", Player: odd{}}}
}
