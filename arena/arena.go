// Package arena plays games between players and measures their strength.
//
//  1. A [Schedule] says which blocks are to be played. A [Block] is one deal, played in every rotation of its seats; it
//     is the unit of all statistics, since the games of a deal are not independent of each other. A schedule is made
//     before play and is a function of its seed, so results do not depend on the order of play.
//  2. An [Arena] plays it: workers claim chunks of blocks and write each result at the block's own index.
//  3. [Crosstable], [Against] and [Measurement] add up the results, as integers up to one last division, and
//     [Measurement.Fitness] also the policy gradient of each candidate that is an [engine.GradientPlayer].
//
// So the same schedule gives the same bytes for any number of workers. A block costs its games and a few nanoseconds;
// workers share nothing but a counter, and, once a candidate, the sum of its gradient.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"bloodline/engine"
	"bloodline/engine/roll"
)

// Block is one deal between the players of a lineup, played in every rotation, or in
// the first where seats are alike: in rotation r, seat s belongs to Lineup[(s+r) mod seats].
//
// Where deals have different numbers of players, all blocks still have the same number of games: a deal of fewer
// players is followed by others of that number, and its seed chooses the first rotation, so that no seat is preferred.
type Block struct {
	Seed   uint64
	Lineup [engine.MaxSeats]int32 // indices of players; the first Info.Players count
}

func (b *Block) rotationAndSeed(game, games, players int) (rotation int, seed uint64) {
	if games <= players {
		return game, b.Seed
	}
	return b.laterRotationAndSeed(game, players)
}

// laterRotationAndSeed is the slow part of rotationAndSeed, which is inlined without it.
func (b *Block) laterRotationAndSeed(game, players int) (rotation int, seed uint64) {
	rotation = (game + int(b.Seed>>20%uint64(players))) % players
	if deal := game / players; deal > 0 {
		return rotation, roll.Mix(b.Seed, uint64(deal))
	}
	return rotation, b.Seed
}

// Schedule is a list of blocks. It must be safe for concurrent use.
type Schedule interface {
	Len() int
	Block(i int) Block
}

// filler is a schedule that writes many blocks faster than one by one.
type filler interface {
	fill(begin int, into []Block)
}

func fill(s Schedule, begin int, into []Block) {
	if f, ok := s.(filler); ok {
		f.fill(begin, into)
		return
	}
	for i := range into {
		into[i] = s.Block(begin + i)
	}
}

// BlockResult is the result of one block, summed over its rotations.
type BlockResult struct {
	Score  [engine.MaxSeats]int64 // by place in the lineup, in the game's score units
	Ahead  [engine.MaxSeats]int8  // of three seats and more, by place: in how many games the first place had more, less those in which it had fewer
	Square float64                // of the first place: sum of the squares of its games' scores
	Failed [engine.MaxSeats]uint8 // games that each place ended by an error
	Drawn  [engine.MaxSeats]uint8 // by place: games in which the first place had as many points
	Firsts uint8                  // of three seats and more: games in which no place had more points than the first
}

// Counter is an optional interface of a game. During play each worker calls Count with the number
// of games that it has played since its last call, every few dozen blocks.
type Counter interface{ Count(games int) }

// FewDeals says how the intervals of figures are made where deals are few.
type FewDeals int

const (
	ManyDeals   FewDeals = iota // by the deals that were played, of more
	CopiedDeals                 // of the whole range: the deals are copies of few
	AllDeals                    // none: there are no other deals
)

// Arena plays schedules of one game. It holds a table for each worker, so it plays one schedule at a time.
type Arena struct {
	FewDeals FewDeals // what is known of the deals of figures

	game    engine.Game
	info    engine.Info
	games   int // of a block
	tables  []engine.Table
	counter Counter        // nil: games are not counted
	scratch *[]BlockResult // of a Measurement, which folds them before it plays again
	maps    map[bool]Maps  // for figures, and for what selects players: see [MapsOf], which takes a while for many maps
}

// ShowAllMaps has figures of all maps, for players that were bred on none of them.
func (a *Arena) ShowAllMaps() {
	if KeepsMaps(a.info) {
		m := a.maps[true]
		m.Numbers = slices.Concat(m.Numbers, a.maps[false].Numbers)
		a.maps[true] = m
	}
}

// New returns an arena with this many workers; 0 means one for each processor.
func New(g engine.Game, workers int) *Arena {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	a := &Arena{game: g, info: g.Info(), games: g.Info().Seatings(), tables: make([]engine.Table, workers), scratch: new([]BlockResult)}
	a.maps = map[bool]Maps{false: MapsOf(a.info, false), true: MapsOf(a.info, true)}
	a.counter, _ = g.(Counter)
	for i := range a.tables {
		a.tables[i] = g.NewTable()
	}
	return a
}

// WithWorkers returns an arena of the first workers of this one. Only one of the two may play at a time.
func (a *Arena) WithWorkers(workers int) *Arena {
	few := *a
	few.tables = a.tables[:workers]
	return &few
}

func (a *Arena) Info() engine.Info { return a.info }

func (a *Arena) lineup(b *Block) []int32 {
	if a.info.Least == 0 { // or the description would be copied for each block
		return b.Lineup[:a.info.Seats]
	}
	return b.Lineup[:a.info.Players(b.Seed)]
}

func (a *Arena) Workers() int { return len(a.tables) }

// Unit returns how many score units of a block make one point of one game.
func (a *Arena) Unit() float64 { return a.info.ScoreUnit * float64(a.games) }

// chunk is how many blocks a worker claims at a time, to make the shared counter cheap; fewer of a short schedule.
const chunk = 32

func Programs(players []engine.Player) bool {
	return slices.ContainsFunc(players, func(p engine.Player) bool { _, ok := p.(engine.Program); return ok })
}

// Play plays every block, between the players that lineups index, and returns the results in the order of the schedule,
// or the error of a cancelled ctx. A panic, or a score outside of Info's range, ends it with the first [PlayError].
func (a *Arena) Play(ctx context.Context, players []engine.Player, s Schedule) ([]BlockResult, error) {
	out := make([]BlockResult, s.Len())
	return out, a.play(ctx, players, nil, s, out)
}

// play is Play into a slice of zeros, as long as the schedule. With an accumulator, the first place of a lineup is a
// candidate's, and the trajectories of candidates with a gradient sit there.
func (a *Arena) play(ctx context.Context, players []engine.Player, acc *accumulator, s Schedule, out []BlockResult) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	workers := make([]*worker, len(a.tables))
	var slow []engine.SlowTable // one for each worker, to be closed, if programs are among the players
	if Programs(players) {
		g, ok := a.game.(engine.SlowGame)
		if !ok {
			panic("arena: no table of " + a.info.Name + " seats programs")
		}
		for range a.tables {
			slow = append(slow, g.NewSlowTable())
		}
	}
	least, most := a.info.Range()
	hung := &hangs{games: map[int32][]int{}}
	for i, t := range a.tables {
		w := &worker{
			arena: a, table: t, hung: hung, players: players, buffer: acc.buffer(), least: least, span: uint64(most - least),
			chunkSize: max(1, min(chunk, len(out)/(8*len(a.tables)))), line: make([]engine.Player, 2*a.info.Seats),
		}
		if slow != nil {
			w.chunkSize, w.slow = 1, slow[i]
		}
		workers[i] = w
		wait.Go(func() {
			w.work(ctx, s, &next, out)
			if w.err != nil {
				next.Store(int64(len(out))) // nothing left to claim
			}
		})
	}
	wait.Wait()
	if hung.givenUp && !slices.ContainsFunc(workers, func(w *worker) bool { return w.err != nil }) {
		w := workers[0] // plays the schedule again, of which a book has the games
		w.hung = &hangs{games: map[int32][]int{}, inOrder: true}
		for i, more := 0, true; more && i < len(out) && ctx.Err() == nil; i++ {
			b := s.Block(i)
			out[i], w.index = BlockResult{}, i
			more = w.playBlock(ctx, &b, &out[i])
		}
	}
	ended := []error{ctx.Err()}
	for _, t := range slow {
		ended = append(ended, t.Close())
	}
	// Chunks are claimed in order and played to their end, so the first of the errors does not depend on the workers.
	failed := slices.DeleteFunc(workers, func(w *worker) bool { return w.err == nil })
	if len(failed) > 0 && ended[0] == nil {
		first := slices.MinFunc(failed, func(v, w *worker) int { return cmp.Compare(v.index, w.index) })
		b := s.Block(first.index)
		e := &PlayError{Game: a.info.Name, Seed: b.Seed, Rotation: first.rotation, Err: first.err}
		for _, player := range a.lineup(&b) {
			e.Lineup = append(e.Lineup, int(player))
		}
		return e
	}
	return errors.Join(ended...)
}

type worker struct {
	arena     *Arena
	table     engine.Table
	hung      *hangs
	slow      engine.SlowTable // plays instead of table if a program is among the players
	chunkSize int              // blocks at a time
	players   []engine.Player
	buffer    *buffer
	least     int64  // the least score of a game
	span      uint64 // the largest less the least
	// line is the lineup twice over: each rotation is a part of it. It is the worker's, since it escapes to the heap.
	line            []engine.Player
	batch           []engine.Seating               // games of a chunk for an engine.BatchTable
	outcomes        []engine.Outcome               // of the blocks that the worker plays
	drawn           [engine.MaxSeats]engine.Player // by place of the lineup, to be drawn anew
	index, rotation int                            // of the block that is played
	err             error

	_ engine.CacheLinePad
}

func (w *worker) work(ctx context.Context, s Schedule, next *atomic.Int64, out []BlockResult) {
	defer func() {
		if p := recover(); p != nil {
			w.err = PanicError(p)
		}
	}()
	defer w.buffer.flush()
	batch, together := w.table.(engine.BatchTable)
	var blocks [chunk]Block
	for ctx.Err() == nil && w.err == nil {
		begin := int(next.Add(int64(w.chunkSize))) - w.chunkSize
		if begin >= len(out) {
			return
		}
		claimed := blocks[:min(w.chunkSize, len(out)-begin)]
		fill(s, begin, claimed)
		if together && w.slow == nil {
			if w.index = begin; !w.playTogether(ctx, batch, claimed, out[begin:]) {
				return
			}
		} else {
			for i := range claimed {
				if w.index = begin + i; ctx.Err() != nil || !w.playBlock(ctx, &claimed[i], &out[begin+i]) {
					return
				}
			}
		}
		if w.arena.counter != nil {
			w.arena.counter.Count(len(claimed) * w.arena.games)
		}
	}
}

// rotationAndSeed returns those of a game of a block. Where the first player has a role it sits in its own seat.
func (a *Arena) rotationAndSeed(b *Block, game, players int) (rotation int, seed uint64) {
	if a.info.Role > 0 {
		return (players + 1 - a.info.Role) % players, b.Seed
	}
	return b.rotationAndSeed(game, a.games, players)
}

// playBlock plays one deal in every rotation. It reports whether all scores were in range.
func (w *worker) playBlock(ctx context.Context, b *Block, out *BlockResult) bool {
	seats := w.sit(b, w.line)
	recorded := w.buffer.seat(b.Lineup[0], w.line)
	for game := range w.arena.games {
		r, seed := w.arena.rotationAndSeed(b, game, seats)
		w.rotation = r
		var o engine.Outcome
		if w.slow == nil {
			o = w.table.Play(seed, w.line[r:r+seats])
		} else if o, w.err = w.playSlow(ctx, b, engine.Deal{Seed: seed, Block: w.index, Rotation: r}, game, w.line[r:r+seats]); errors.Is(w.err, engine.ErrVoid) {
			*out, w.err = BlockResult{}, nil
			return true
		} else if w.err != nil {
			return false
		}
		if !w.add(out, &o, seats) {
			return false
		}
		if recorded != nil {
			score := float64(o.Score[(seats-r)%seats])
			recorded.trajectory.Add(score/recorded.unit-recorded.baseline, recorded.sums)
		}
	}
	return true
}

// sit writes the players of a block into a line, twice over, and returns their number.
func (w *worker) sit(b *Block, line []engine.Player) (seats int) {
	lineup := w.arena.lineup(b)
	for k, p := range lineup {
		line[k] = w.players[p]
		if draw, ok := line[k].(Drawn); ok {
			w.drawn[k] = draw(roll.Mix(b.Seed, drawnDomain, uint64(k)), w.drawn[k])
			line[k] = w.drawn[k]
		}
		line[k+len(lineup)] = line[k]
	}
	return len(lineup)
}

// add adds the outcome of a rotation to the result of its block. It reports whether all scores were in range.
func (w *worker) add(out *BlockResult, o *engine.Outcome, seats int) bool {
	place := w.rotation // in the lineup, of the seat
	for s := range seats {
		score := o.Score[s]
		if uint64(score-w.least) > w.span {
			w.err = fmt.Errorf("seat %d scores %d, want %d to %d", s, score, w.least, w.least+int64(w.span))
			return false
		}
		out.Score[place] += score
		out.Failed[place] += o.Failed >> s & 1
		if place == 0 {
			out.Square += float64(float64(score) * float64(score))
		}
		if place++; place == seats {
			place = 0
		}
	}
	first, behind := (seats-w.rotation)%seats, false
	for k := 1; k < seats; k++ {
		order := cmp.Compare(o.Score[first], o.Score[(first+k)%seats])
		if order == 0 && w.arena.info.Draws {
			out.Drawn[k]++
		}
		if w.arena.info.Seats > 2 {
			out.Ahead[k] += int8(order)
			behind = behind || order < 0
		}
	}
	if w.arena.info.Seats > 2 && !behind {
		out.Firsts++
	}
	return true
}

// playTogether plays the games of a chunk in one call of the table. It reports whether all were played.
func (w *worker) playTogether(ctx context.Context, t engine.BatchTable, blocks []Block, out []BlockResult) bool {
	first, games := w.index, w.arena.games
	w.batch = w.batch[:0]
	for i := range blocks {
		b := &blocks[i]
		line := make([]engine.Player, 2*w.arena.info.Seats)
		seats := w.sit(b, line)
		clear(w.drawn[:]) // players of the batch, which must not be drawn anew
		for game := range games {
			r, seed := w.arena.rotationAndSeed(b, game, seats)
			w.batch = append(w.batch, engine.Seating{Seed: seed, Seats: line[r : r+seats]})
		}
	}
	w.outcomes = slices.Grow(w.outcomes[:0], len(w.batch))[:len(w.batch)]
	played, err := t.PlayAll(ctx, w.batch, w.outcomes)
	for k, game := range w.batch {
		i, seats := k/games, len(game.Seats)
		w.index = first + i
		w.rotation, _ = w.arena.rotationAndSeed(&blocks[i], k%games, seats)
		if k == played {
			w.err = err
			return false
		}
		if !w.add(&out[i], &w.outcomes[k], seats) {
			return false
		}
	}
	return true
}
