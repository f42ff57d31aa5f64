// Package strangers draws opponents at random: genomes between the defaults and any in range, more or less fickle.
package strangers

import (
	"bloodline/engine/roll"

	"liarsdice/fast/rules"
)

// New returns the stranger of a seed.
func New(seed uint64) *rules.Rules {
	d, out := roll.New(seed), new(rules.Rules)
	skill, sharp := min(1, 1.2*d.Float()), 0.2+2*d.Float()
	for i, g := range rules.Genes {
		drawn := g.Min + d.Float()*(g.Max-g.Min)
		out[i] = sharp * (skill*g.Default + (1-skill)*drawn)
	}
	return out
}
