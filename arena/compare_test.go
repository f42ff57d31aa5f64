package arena_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/games/coup/table"
	"bloodline/internal/guard"
)

var fair = stats.SPRT{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05}

func test(t *testing.T, a *arena.Arena, x, y engine.Player, blocks int, seed uint64, progress func(*arena.Sequential)) *arena.Sequential {
	t.Helper()
	got := guard.Value(a.Test(context.Background(), fair, [2]engine.Player{x, y}, arena.Pair{Blocks: blocks, Seed: seed}, progress))(t)
	return got
}

// pentanomial are the results of two games that are won, drawn or lost.
var pentanomial = stats.Support{Scores: []float64{0, 0.25, 0.5, 0.75, 1}}

// What is played together is the comparison of two, has the means of its players, and no certainty where all deals went
// alike.
func TestMeasurement_Together(t *testing.T) {
	ps := coupPlayers(t)
	e := arena.Measurement{Arena: arena.New(table.Game{}, 1), Field: ps[2:], Blocks: 300, Seed: 3, Stage: arena.StageShow}
	got, err := e.MeasureBlocks(t.Context(), []engine.Player{ps[0], ps[1], ps[0]})
	guard.Must(t, err)
	pair, diff := e.Arena.Paired(got[0], got[1]), stats.Tally{}
	for _, t := range e.Arena.DifferencesByOpponent(got[0], got[1]) {
		diff.Merge(t)
	}
	if diff != pair.Diff || diff.Sum != pair.A.Sum-pair.B.Sum || diff.N != 300 || e.Arena.Paired(got[0], got[2]).Diff != (stats.Tally{N: 300}) {
		t.Errorf("the differences with the opponents: have %+v, want %+v", diff, pair.Diff)
	}
	b := e.Between(got[:1], got[1:2])
	if want := got[0].Total.Mean - got[1].Total.Mean; !near(b.Mean, want) || b.Low > want || b.High < want {
		t.Errorf("have %+v, want %v", b.Figure, want)
	}
	if b := e.Between(got[:1], got[2:]); b.Mean != 0 || b.Low >= 0 || b.High <= 0 {
		t.Errorf("a player and itself: have %+v, want 0 within an interval", b.Figure)
	}
	if b := e.Between(got, nil); !near(b.Mean, (2*got[0].Total.Mean+got[1].Total.Mean)/3) || b.Low < 0 || b.High > 1 {
		t.Errorf("have %+v, want the mean of three", b.Figure)
	}
}

// The test is the walk over the blocks of one pair, one by one, up to the verdict.
func TestArena_Test(t *testing.T) {
	ps := coupPlayers(t)
	a := arena.New(table.Game{}, 1)
	for seed := range uint64(6) {
		const blocks = 1500 // three chunks at most
		x, y := ps[seed%5], ps[(seed+1)%5]
		walk := guard.Value(fair.Start(pentanomial))(t)
		want := &arena.Sequential{}
		for _, r := range serial(table.Game{}, []engine.Player{x, y}, arena.Pair{Blocks: blocks, Seed: seed}) {
			if walk.Decision() != stats.Continue {
				break
			}
			diff := r.Score[0] - r.Score[1]
			walk.Add(int(diff + 2))
			want.Blocks.Add(int64(diff))
			want.Share.Add(int64(r.Score[0]))
			want.Squares += float64(r.Score[0]) // a win is 1, so is its square
		}
		want.Decision, want.LLR, want.Counts = walk.Decision(), walk.LLR(), walk.Counts()
		for _, workers := range []int{1, 2, 7} {
			if workers > 1 {
				a = arena.New(table.Game{}, workers)
			}
			heard := 0
			got := test(t, a, x, y, blocks, seed, func(*arena.Sequential) { heard++ })
			if sequential(got) != sequential(want) || !slices.Equal(a.Support().Scores, pentanomial.Scores) {
				t.Errorf("seed %d, %d workers: want %v, have %v", seed, workers, want, got)
			}
			if chunks := int(got.Share.N+511) / 512; heard != chunks {
				t.Errorf("seed %d: want %d reports, have %d", seed, chunks, heard)
			}
		}
	}
}

// sequential is a test in words.
func sequential(s *arena.Sequential) string {
	return fmt.Sprint(s.Decision, s.LLR, s.Blocks, s.Share, s.Squares, s.Counts)
}

func TestArena_Test_verdict(t *testing.T) {
	a := arena.New(draws, 1)
	strong, weak := drawer{luck: 1, strength: 0.2}, drawer{luck: 2}
	for seed := range uint64(20) {
		if got := test(t, a, strong, weak, 20_000, seed, nil); got.Decision != stats.AcceptH1 {
			t.Errorf("seed %d: the stronger one: %+v", seed, got)
		}
		if got := test(t, a, weak, strong, 20_000, seed, nil); got.Decision != stats.AcceptH0 {
			t.Errorf("seed %d: the weaker one: %+v", seed, got)
		}
	}
	if got := test(t, a, weak, weak, 3, 1, nil); got.Decision != stats.Continue || got.Share.N != 3 {
		t.Errorf("three blocks: %+v", got)
	}
	if _, err := a.Test(context.Background(), stats.SPRT{}, [2]engine.Player{weak, weak}, arena.Pair{Blocks: 3, Seed: 1}, nil); err == nil {
		t.Error("a test without hypotheses: want an error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := a.Test(ctx, fair, [2]engine.Player{weak, weak}, arena.Pair{Blocks: 3, Seed: 1}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, have %v", err)
	}
}

// Four games of two blocks by hand: 1 and 0, 1 and 1. Single games have mean 3/4
// and variance 1/4; blocks score 1 and 2, variance 1/2: pairing saved nothing.
func TestSequential_Saved(t *testing.T) {
	s := arena.Sequential{Games: 2, Squares: 3}
	s.Share.Add(1)
	s.Share.Add(2)
	if got := s.VarianceSaved(); math.Abs(got-1) > 1e-12 {
		t.Errorf("want 1, have %v", got)
	}
	// Deals that decide everything: every block is 1, with one win in each.
	s = arena.Sequential{Games: 2, Squares: 2}
	s.Share.Add(1)
	s.Share.Add(1)
	if got := s.VarianceSaved(); !math.IsInf(got, 1) {
		t.Errorf("want +Inf, have %v", got)
	}
}

// Playing the deals of a comparison in several calls gives the same figures as playing them in one call. The even
// player has half of each block.
func TestMeasurement_Comparison(t *testing.T) {
	e := arena.Measurement{Arena: arena.New(draws, 2), Field: drawers(3), Blocks: 60, Seed: 5, Stage: arena.StageGains}
	two := []engine.Player{drawer{luck: 8, strength: 0.3}, drawer{luck: 9}}
	want := guard.Value(e.MeasureBlocks(t.Context(), two))(t)
	together, alone := e.Comparison(two), e.Comparison(two[:1])
	alone.AddEven()
	for begin := 0; begin < 60; begin += 20 {
		var at []int
		for k := range 20 {
			at = append(at, begin+k)
		}
		guard.Must(t, together.Play(t.Context(), at))
		guard.Must(t, alone.Play(t.Context(), at))
	}
	got := guard.Value(together.Against(t.Context()))(t)
	for i := range want {
		if !slices.Equal(got[i].Blocks, want[i].Blocks) || got[i].Total != want[i].Total || !slices.Equal(got[i].ByOpponent, want[i].ByOpponent) {
			t.Errorf("player %d: %+v, want %+v", i, got[i].Total, want[i].Total)
		}
	}
	got = guard.Value(alone.Against(t.Context()))(t)
	if len(got) != 2 || got[0].Total != want[0].Total {
		t.Fatalf("%+v", got)
	}
	if f := got[1].Total; f.Mean != 0.5 || f.Games != 120 || got[1].ByOpponent[2].Mean != 0.5 || want[0].MostResults() != 3 || got[1].MostResults() != 1 {
		t.Errorf("the even player: %+v; %d results", f, want[0].MostResults())
	}
	if lead := e.Arena.LeadOver(got[0], got[1], stats.Level); !near(lead.Mean, want[0].Total.Mean-0.5) || lead.Low <= 0 {
		t.Errorf("the stronger one leads by %+v", lead)
	}
}
