package rules

import (
	"math"

	"bloodline/games/wojna/seat"
)

// LogProbability returns the logarithm of the chance that the rules make a move.
func (r *Rules) LogProbability(v *seat.View, a seat.Action) float64 {
	var s choice
	r.act(&s, v, 0)
	total := 0.0
	for b := seat.Pass; b < seat.Actions; b++ {
		if s.legal.Has(b) {
			total += math.Exp(float64((s.worth[b] - s.worth[a]) / r.g[heat]))
		}
	}
	return -math.Log(total)
}
