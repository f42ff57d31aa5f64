package arena

import (
	"context"
	"sync"

	"bloodline/engine"
)

// hangs are the numbers of games of a schedule that ended late, by the player that was to blame.
//
// While workers play, a game is left out if its player was given up by games before it. Then the schedule is played
// again in its order, in which a book has nearly all games: what counts doesn't depend on the workers.
type hangs struct {
	mu      sync.Mutex
	games   map[int32][]int
	givenUp bool // a player has mostHangs games
	inOrder bool // the schedule is played for the second time
}

// playSlow plays a game of a block; the error is [engine.ErrVoid] if it is left out for now.
func (w *worker) playSlow(ctx context.Context, b *Block, d engine.Deal, game int, seats []engine.Player) (engine.Outcome, error) {
	const mostHangs = 3 // games that end late by a player until it is given up: it loses the later ones
	h, number, who := w.hung, d.Block*w.arena.games+game, make([]int32, len(seats))
	h.mu.Lock()
	for s := range who {
		who[s] = b.Lineup[(s+d.Rotation)%len(seats)]
		before := 0
		for _, g := range h.games[who[s]] {
			if g < number {
				before++
			}
		}
		if before >= mostHangs {
			d.Lost |= 1 << s
		}
	}
	h.mu.Unlock()
	if d.Lost != 0 && !h.inOrder {
		return engine.Outcome{}, engine.ErrVoid
	}
	o, err := w.slow.PlaySlow(ctx, d, seats)
	h.mu.Lock()
	defer h.mu.Unlock()
	for s, p := range who {
		if o.Late>>s&1 != 0 {
			h.games[p] = append(h.games[p], number)
			h.givenUp = h.givenUp || len(h.games[p]) >= mostHangs
		}
	}
	return o, err
}
