// Package strangers draws opponents at random: genomes on the line from the defaults to a random genome, multiplied by
// a random factor. A large factor makes a player that nearly always takes its favourite action.
package strangers

import (
	"bloodline/engine/roll"

	"liarsdice/fast/rules"
)

// New returns the stranger of a seed.
func New(seed uint64) *rules.Rules {
	d, out := roll.New(seed), new(rules.Rules)
	skill, sharp := min(1, 1.2*d.Float()), 0.2+2*d.Float()
	if d.N(20) == 0 {
		skill, sharp = 1, -1 // prefers what the defaults avoid
	}
	for i, g := range rules.Genes {
		out[i] = sharp * (float64(skill*g.Default) + float64((1-skill)*(g.Min+float64(d.Float()*(g.Max-g.Min)))))
	}
	return out
}
