package arena_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/internal/guard"
)

// clock is a game of programs with a book. Player 1 hangs in the deals of even seeds, player 2 in all, and the others
// never do; who hangs loses, else the first player of the lineup wins.
type clock struct {
	*sync.Mutex
	played map[int]int                  // games by player, without those of the book
	book   map[[3]uint64]engine.Outcome // by seed and players
}

type hanger int

func (hanger) CommandLine() string { return "" }

func (c clock) Info() engine.Info {
	return engine.Info{Name: "clock", Seats: 2, ScoreUnit: 1, Mean: 0.5, Max: 1}
}
func (c clock) NewTable() engine.Table         { return nil }
func (c clock) NewSlowTable() engine.SlowTable { return c }
func (c clock) Close() error                   { return nil }

func (c clock) PlaySlow(_ context.Context, d engine.Deal, seats []engine.Player) (o engine.Outcome, _ error) {
	c.Lock()
	defer c.Unlock()
	if d.Lost != 0 {
		for s := range seats {
			o.Score[s] = int64(1 - d.Lost>>s&1)
		}
		o.Failed = d.Lost
		return o, nil
	}
	key := [3]uint64{d.Seed, uint64(seats[0].(hanger)), uint64(seats[1].(hanger))}
	if o, found := c.book[key]; found {
		return o, nil
	}
	first := d.Rotation // the seat of the first player, in a game for two
	o.Score[first] = 1
	if p := seats[first].(hanger); p == 2 || p == 1 && d.Seed%2 == 0 {
		o.Score = [engine.MaxSeats]int64{}
		o.Score[1-first], o.Late, o.Failed = 1, 1<<first, 1<<first
	}
	c.played[int(seats[first].(hanger))]++
	c.book[key] = o
	return o, nil
}

// A candidate loses all games after the third in which it hung, in the order of the schedule, with any number of
// workers and after a resume; such games are not played, but for those that the workers had begun.
func TestMeasurement_hangs(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		c := clock{new(sync.Mutex), map[int]int{}, map[[3]uint64]engine.Outcome{}}
		m := arena.Measurement{Arena: arena.New(c, workers), Field: []engine.Player{hanger(9)}, Blocks: 40, Seed: 3, Stage: arena.StageFitness}
		for range 2 { // the second time is a resumed run
			got := guard.Value(m.MeasureBlocks(context.Background(), []engine.Player{hanger(0), hanger(1), hanger(2)}))(t)
			var want []int64
			hung := 0
			for k := range 40 {
				b := arena.Gauntlet{Candidates: 3, Field: 1, Seats: 2, Blocks: 40, Seed: roll.Mix(3, arena.StageFitness)}.Block(k)
				score := int64(0)
				for range 2 {
					switch {
					case hung >= 3:
					case b.Seed%2 == 0:
						hung++
					default:
						score++
					}
				}
				want = append(want, score)
			}
			if !slices.Equal(got[1].Blocks, want) || got[0].Total.Mean != 1 || got[2].Total.Mean != 0 {
				t.Errorf("%d workers: %v, want %v; means %v and %v, want 1 and 0", workers, got[1].Blocks, want, got[0].Total.Mean, got[2].Total.Mean)
			}
		}
		if n := c.played[2]; n < 3 || n > 1+2*workers || c.played[0] != 80 {
			t.Errorf("%d workers: %d games of a bot that hangs in each were played, want 3, and at most a block more for each other worker; %d of one that never hangs, want 80", workers, n, c.played[0])
		}
	}
}
