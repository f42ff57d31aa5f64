package arena

import (
	"context"
	"sync"

	"bloodline/engine"
)

// mostHangs is after how many games of a schedule that ended late by it a player is given up: it loses the later ones.
const mostHangs = 3

// hangs are the numbers of games of a schedule that ended late, by the player that was to blame.
//
// While workers play, a game is left out if its player was given up by games before it. Then the schedule is played again
// in its order, in which a book has nearly all games: what counts doesn't depend on the workers.
type hangs struct {
	mu      sync.Mutex
	games   map[int32][]int
	givenUp bool // a player has mostHangs games
	inOrder bool // the schedule is played for the second time
}

// lost returns the seats of the players that were given up before a game.
func (h *hangs) lost(seats []int32, game int) (lost uint8) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s, p := range seats {
		before := 0
		for _, g := range h.games[p] {
			if g < game {
				before++
			}
		}
		if before >= mostHangs {
			lost |= 1 << s
		}
	}
	return lost
}

// add adds a game that ended late by some seats.
func (h *hangs) add(seats []int32, game int, late uint8) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.games == nil {
		h.games = map[int32][]int{}
	}
	for s, p := range seats {
		if late>>s&1 != 0 {
			h.games[p] = append(h.games[p], game)
			h.givenUp = h.givenUp || len(h.games[p]) >= mostHangs
		}
	}
}

// playSlow plays a game of a block; the error is [engine.ErrVoid] if it is left out for now.
func (w *worker) playSlow(ctx context.Context, b *Block, d engine.Deal, game int, seats []engine.Player) (engine.Outcome, error) {
	number, who := d.Block*w.arena.games+game, make([]int32, len(seats))
	for s := range who {
		who[s] = b.Lineup[(s+d.Rotation)%len(seats)]
	}
	if d.Lost = w.hung.lost(who, number); d.Lost != 0 && !w.hung.inOrder {
		return engine.Outcome{}, engine.ErrVoid
	}
	o, err := w.slow.PlaySlow(ctx, d, seats)
	if o.Late != 0 {
		w.hung.add(who, number, o.Late)
	}
	return o, err
}
