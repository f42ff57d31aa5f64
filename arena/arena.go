// Package arena plays games between players and measures who is stronger.
//
// The steps, in order:
//
//  1. A [Schedule] says which blocks are to be played. A [Block] is one deal,
//     played in every rotation of its seats; it is the unit of all statistics,
//     since the games of a deal are not independent of each other. A schedule is
//     made before play and is a function of its seed, so results do not depend on
//     who plays what, and when.
//  2. An [Arena] plays it: workers claim chunks of blocks and write each result
//     at the block's own index.
//  3. [Standings], [Against] and [Evaluator] fold the results in the order of the
//     schedule, as integers up to one last division.
//  4. Where a candidate is a [Scholar], [Evaluator.Race] also adds up which of its
//     genes earned its score, as integers again.
//
// So the same schedule gives the same bytes for any number of workers. A block
// costs its games and a few nanoseconds; workers share nothing but a counter, and,
// once a candidate, the sum of its credit. The arena knows no genome's meaning, no
// database, no network and no external programs.
package arena

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"bloodline/engine"
)

// Block is one deal between the players of a lineup, played in every rotation:
// in rotation r, seat s belongs to Lineup[(s+r) mod seats].
type Block struct {
	Seed   uint64
	Lineup [engine.MaxSeats]int32 // indices of players; the first Info.Seats count
}

// Schedule is a list of blocks. It must be safe for concurrent use.
type Schedule interface {
	Len() int
	Block(i int) Block
}

// layer is a schedule that lays out many blocks for less than one by one.
type layer interface {
	lay(begin int, into []Block)
}

// lay writes the blocks from begin on.
func lay(s Schedule, begin int, into []Block) {
	if l, ok := s.(layer); ok {
		l.lay(begin, into)
		return
	}
	for i := range into {
		into[i] = s.Block(begin + i)
	}
}

// Result is what one block gave, summed over its rotations.
type Result struct {
	Score   [engine.MaxSeats]int32 // by place in the lineup, in the game's score units
	Square  int32                  // of the first place: sum of the squares of its games' scores
	Choices int32
}

// Arena plays schedules of one game. It holds a table for each worker, so it
// plays one schedule at a time.
type Arena struct {
	game   engine.Game
	seats  int
	tables []engine.Table
	room   []Result // of an Evaluator, which folds them before it plays again
}

// New returns an arena with this many workers; 0 means one for each processor.
func New(g engine.Game, workers int) *Arena {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	a := &Arena{game: g, seats: g.Info().Seats, tables: make([]engine.Table, workers)}
	for i := range a.tables {
		a.tables[i] = g.NewTable()
	}
	return a
}

// Info describes the game that is played.
func (a *Arena) Info() engine.Info { return a.game.Info() }

// Workers returns the number of workers.
func (a *Arena) Workers() int { return len(a.tables) }

// Unit returns how many score units of a block make one point of one game: a
// block's score divided by it is a share of points per game.
func (a *Arena) Unit() int64 { return int64(a.Info().ScoreUnit) * int64(a.seats) }

// chunk is how many blocks a worker claims at a time: enough to make the shared
// counter cheap, few enough to keep all workers busy to the end. Cancelling takes
// effect between chunks.
const chunk = 32

// Play plays every block and returns the results in the order of the schedule.
// players are indexed by the lineups. When ctx is cancelled it stops within a few
// dozen blocks and returns the context's error; a panic of a player reaches the
// caller.
func (a *Arena) Play(ctx context.Context, players []engine.Player, s Schedule) ([]Result, error) {
	out := make([]Result, s.Len())
	return out, a.play(ctx, players, nil, s, out)
}

// play is Play into a slice of zeros, as long as the schedule. With a ledger, the
// first place of a lineup is a candidate's, and the ledger's scholars send their
// students to sit there.
func (a *Arena) play(ctx context.Context, players []engine.Player, l *ledger, s Schedule, out []Result) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	panics := make(chan any, len(a.tables))
	for _, t := range a.tables {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					next.Store(int64(len(out))) // nothing left to claim
					panics <- p
				}
			}()
			a.work(ctx, t, players, l.desk(), s, &next, out)
		})
	}
	wait.Wait()
	select {
	case p := <-panics:
		panic(p)
	default:
		return ctx.Err()
	}
}

func (a *Arena) work(ctx context.Context, t engine.Table, players []engine.Player, d *desk, s Schedule, next *atomic.Int64, out []Result) {
	defer d.dismiss()
	line := make([]engine.Player, 2*a.seats)
	var blocks [chunk]Block
	for ctx.Err() == nil {
		begin := int(next.Add(chunk)) - chunk
		if begin >= len(out) {
			return
		}
		claimed := blocks[:min(chunk, len(out)-begin)]
		lay(s, begin, claimed)
		for i := range claimed {
			b := &claimed[i]
			for k := range a.seats {
				line[k] = players[b.Lineup[k]]
				line[k+a.seats] = line[k]
			}
			var pupil *desk
			if d != nil {
				pupil = d.call(b.Lineup[0], line)
			}
			a.block(t, b.Seed, line, pupil, &out[begin+i])
		}
	}
}

// block plays one deal in every rotation. line is the lineup twice over, so that
// each rotation is a part of it; it belongs to the worker, since what is handed to
// a table escapes to the heap. A pupil, who is in the first place, learns from each
// game; most blocks have none.
func (a *Arena) block(t engine.Table, seed uint64, line []engine.Player, pupil *desk, out *Result) {
	for r := range a.seats {
		o := t.Play(seed, line[r:r+a.seats])
		place := r // in the lineup, of the seat
		for s := range a.seats {
			out.Score[place] += o.Score[s]
			if place == 0 {
				out.Square += o.Score[s] * o.Score[s]
			}
			if place++; place == a.seats {
				place = 0
			}
		}
		out.Choices += o.Choices
		if pupil != nil {
			pupil.learn(o.Score[(a.seats-r)%a.seats])
		}
	}
}
