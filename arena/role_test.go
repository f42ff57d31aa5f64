package arena_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/internal/guard"
)

// roles is a game of up to three in which every seat gets its own number of points, and writes down who sat where. The
// players are ints.
type roles struct {
	info engine.Info
	mu   *sync.Mutex
	sat  *[][]int
}

func (r roles) Info() engine.Info      { return r.info }
func (r roles) NewTable() engine.Table { return r }

func (r roles) Play(_ uint64, seats []engine.Player) (o engine.Outcome) {
	var who []int
	for s, p := range seats {
		o.Score[s] = int64(10 * (s + 1))
		who = append(who, p.(int))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	*r.sat = append(*r.sat, who)
	return o
}

// The first of a lineup has the seat of its role in every game, once a deal, and its score is that seat's; the others
// keep their order around it. A game of one player needs no field.
func TestArena_role(t *testing.T) {
	for _, c := range []struct {
		seats, role int
		field       []engine.Player
		want        []int // by seat, player 0 is the candidate; 9: any opponent
		mean        float64
	}{
		{1, 0, nil, []int{0}, 10},
		{2, 1, []engine.Player{1, 2}, []int{0, 9}, 10},
		{2, 2, []engine.Player{1, 2}, []int{9, 0}, 20},
		{3, 2, []engine.Player{1, 2}, []int{9, 0, 9}, 20},
		{3, 3, []engine.Player{1, 2}, []int{9, 9, 0}, 30},
	} {
		var sat [][]int
		g := roles{engine.Info{Name: "roles", Seats: c.seats, Role: c.role, Symmetric: c.seats == 1, ScoreUnit: 1, Max: 100}, new(sync.Mutex), &sat}
		m := arena.Measurement{Arena: arena.New(g, 2), Field: c.field, Blocks: 8, Stage: arena.StageFitness}
		got := guard.Value(m.Measure(context.Background(), []engine.Player{0}))(t)
		if n := m.Games(); n != 8 || len(sat) != 8 || got[0].Total.Games != 8 || got[0].Total.Mean != c.mean {
			t.Errorf("%d seats, role %d: %d games were played, %d counted, %d announced, with a mean of %v; want 8 of a mean of %v", c.seats, c.role, len(sat), got[0].Total.Games, n, got[0].Total.Mean, c.mean)
		}
		for _, who := range sat {
			for s, p := range who {
				if who[s] = min(p*9, 9); p == 0 {
					who[s] = 0
				}
			}
			if !slices.Equal(who, c.want) {
				t.Fatalf("%d seats, role %d: %v sat, want %v", c.seats, c.role, who, c.want)
			}
		}
	}
}
