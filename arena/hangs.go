package arena

import (
	"context"
	"slices"
	"sync"

	"bloodline/engine"
)

// mostHangs is after how many games of a schedule that ended late by it a player is given up: it loses the later ones.
const mostHangs = 3

// hangs are the games of a schedule that ended late, by the player that was to blame.
//
// While workers play, a game is left out if its player was given up by games before it. Some games are played too soon,
// and others have other players that were given up, so the schedule is then played again in its order, in which a book
// has nearly all games: what counts doesn't depend on the workers.
type hangs struct {
	mu      sync.Mutex
	games   map[int32][]int // numbers in the schedule
	inOrder bool            // the second time
}

// givenUp reports whether a player was given up.
func (h *hangs) givenUp() bool {
	for _, games := range h.games {
		if len(games) >= mostHangs {
			return true
		}
	}
	return false
}

// lost returns the seats of players that were given up before a game, in which seat 0 is of a place of the lineup.
func (h *hangs) lost(lineup []int32, first, game int) (seats uint8) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range lineup {
		before := 0
		for _, g := range h.games[lineup[(s+first)%len(lineup)]] {
			if g < game {
				before++
			}
		}
		if before >= mostHangs {
			seats |= 1 << s
		}
	}
	return seats
}

// add adds a game that ended late by some seats.
func (h *hangs) add(lineup []int32, first, game int, late uint8) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.games == nil {
		h.games = map[int32][]int{}
	}
	for s := range lineup {
		if p := lineup[(s+first)%len(lineup)]; late>>s&1 != 0 && !slices.Contains(h.games[p], game) {
			h.games[p] = append(h.games[p], game)
		}
	}
}

// playSlow plays a game of a block; the error is [engine.ErrVoid] if it is left out for now.
func (w *worker) playSlow(ctx context.Context, b *Block, seed uint64, game, seats int) (engine.Outcome, error) {
	lineup, number := b.Lineup[:seats], w.index*w.arena.games+game
	lost := w.hung.lost(lineup, w.rotation, number)
	if lost != 0 && !w.hung.inOrder {
		return engine.Outcome{}, engine.ErrVoid
	}
	d := engine.Deal{Seed: seed, Block: w.index, Rotation: w.rotation, Lost: lost}
	o, err := w.slow.PlaySlow(ctx, d, w.line[w.rotation:w.rotation+seats])
	if o.Late != 0 {
		w.hung.add(lineup, w.rotation, number, o.Late)
	}
	return o, err
}

// playInOrder plays a schedule again, of which a book has the games.
func (w *worker) playInOrder(ctx context.Context, s Schedule, out []BlockResult) {
	w.hung = &hangs{inOrder: true}
	for i := range out {
		b := s.Block(i)
		out[i], w.index = BlockResult{}, i
		if ctx.Err() != nil || !w.playBlock(ctx, &b, &out[i]) {
			return
		}
	}
}
