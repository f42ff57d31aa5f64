package arena_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/games/coup/baselines"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/table"
)

// coupPlayers are real players: bred ones would be no different in kind.
func coupPlayers(t testing.TB) []engine.Player {
	t.Helper()
	v := make([]float64, len(rules.Genes))
	for i, g := range rules.Genes {
		v[i] = g.Default
	}
	out := []engine.Player{rules.New(v)}
	for _, name := range []string{"Calculator", "Statistician", "Gambler", "Random"} {
		b, ok := engine.FindBaseline(baselines.All(), name)
		if !ok {
			t.Fatalf("no baseline %s", name)
		}
		out = append(out, b.Player)
	}
	return out
}

func schedules(players, seats int) map[string]arena.Schedule {
	return map[string]arena.Schedule{
		"round robin": arena.RoundRobin{Players: players, Seats: seats, Rounds: 9, Seed: 1},
		"gauntlet":    arena.Gauntlet{Candidates: 2, Field: players - 2, Seats: seats, Blocks: 57, Seed: 2},
		"pair":        arena.Pair{Blocks: 101, Seed: 3},
		"empty":       arena.Pair{},
	}
}

// serial is the arena without workers and chunks: every block, every rotation.
func serial(g engine.Game, players []engine.Player, s arena.Schedule) []arena.BlockResult {
	seats := g.Info().Seats
	out := make([]arena.BlockResult, s.Len())
	for i := range out {
		b := s.Block(i)
		for r := range seats {
			at := make([]engine.Player, seats)
			for seat := range at {
				at[seat] = players[b.Lineup[(seat+r)%seats]]
			}
			o := g.NewTable().Play(b.Seed, at)
			for seat := range at {
				out[i].Score[(seat+r)%seats] += o.Score[seat]
			}
			for seat := range at {
				if (seat+r)%seats == 0 { // where the first place sits
					out[i].Square += float64(o.Score[seat] * o.Score[seat])
					if seats > 2 && o.Score[seat] == slices.Max(o.Score[:seats]) {
						out[i].Firsts++
					}
					for other := range seats {
						if g.Info().Draws && seat != other && o.Score[seat] == o.Score[other] {
							out[i].Drawn[(other+r)%seats]++
						}
						if seats > 2 && o.Score[seat] > o.Score[other] {
							out[i].Ahead[(other+r)%seats]++
						} else if seats > 2 && o.Score[seat] < o.Score[other] {
							out[i].Ahead[(other+r)%seats]--
						}
					}
				}
			}
		}
	}
	return out
}

// Results depend on the schedule alone, not on the number of workers.
func TestArena_Play_workers(t *testing.T) {
	for _, g := range []struct {
		game    engine.Game
		players []engine.Player
	}{{table.Game{}, coupPlayers(t)}, {newFour(), numbers(6)}, {stakes, drawers(6)}} {
		info := g.game.Info()
		for name, s := range schedules(len(g.players), info.Seats) {
			want := fmt.Sprint(serial(g.game, g.players, s))
			for _, workers := range []int{1, 2, 7} {
				a := arena.New(g.game, workers)
				if a.Workers() != workers {
					t.Fatalf("Workers: want %d, have %d", workers, a.Workers())
				}
				for range 2 { // the second time on used tables
					got, err := a.Play(context.Background(), g.players, s)
					if err != nil || fmt.Sprint(got) != want {
						t.Errorf("%s, %s, %d workers: not what playing one by one gives (%v)", info.Name, name, workers, err)
					}
				}
			}
		}
	}
}

// After the end of the context, or an error, nothing more is claimed.
func TestArena_Play_cancel(t *testing.T) {
	defer goleak.VerifyNone(t)
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithCancel(context.Background())
		var plays, late atomic.Int64 // before and after the end of the context, which may take the machine a while
		a := arena.New(hook(func(uint64) {
			if ctx.Err() != nil {
				late.Add(1)
			} else if plays.Add(1) == 100 {
				cancel()
			}
		}), workers)
		_, err := a.Play(ctx, numbers(2), arena.Pair{Blocks: 1e6})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d workers: want context.Canceled, have %v", workers, err)
		}
		// A few dozen blocks for each worker, of the two million games.
		if n := late.Load(); n > int64(workers*200) {
			t.Errorf("%d workers: played %d games after the end of the context", workers, n)
		}
		plays.Store(0)
		const blocks = 1_000_000
		a = arena.New(hook(func(uint64) {
			if plays.Add(1) == 100 {
				panic(errRule)
			}
		}), workers)
		// On a loaded machine the others play on until the panicking worker runs again.
		if _, err := a.Play(t.Context(), numbers(2), arena.Pair{Blocks: blocks}); !errors.Is(err, errRule) || plays.Load() > blocks {
			t.Errorf("%d workers: have %v; played %d games and more after the panic", workers, err, plays.Load()-100)
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	a := arena.New(hook(func(uint64) {}), 1)
	b.ReportAllocs()
	if _, err := a.Play(context.Background(), numbers(2), arena.Pair{Blocks: b.N}); err != nil {
		b.Fatal(err)
	}
}
