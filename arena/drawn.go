package arena

import (
	"bloodline/engine"
	"bloodline/engine/roll"
)

// Drawn is an opponent that is a different player in every block, drawn from the block's seed
// (domain randomisation, Tobin et al. 2017). So results do not depend on the order of play or
// on workers. A Drawn may be in a field, but not among candidates.
//
// The function returns the player of a seed. into is nil, or a player that an earlier call in
// the same goroutine returned and that is no longer used: the function may change and return
// it, so that a draw allocates nothing. It must be safe for concurrent use.
type Drawn func(seed uint64, into engine.Player) engine.Player

// Family makes a Drawn of players that can be drawn anew in place.
func Family[P interface{ Draw(seed uint64) }](fresh func(seed uint64) P) Drawn {
	return func(seed uint64, into engine.Player) engine.Player {
		p, ok := into.(P)
		if !ok {
			return fresh(seed)
		}
		p.Draw(seed)
		return p
	}
}

const drawnDomain = 0x647261776e // keeps the seeds of drawn players apart from those of deals

func (w *worker) playerAt(p engine.Player, block uint64, place int) engine.Player {
	draw, ok := p.(Drawn)
	if !ok {
		return p
	}
	w.drawn[place] = draw(roll.Mix(block, drawnDomain, uint64(place)), w.drawn[place])
	return w.drawn[place]
}
