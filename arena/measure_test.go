package arena_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/games/coup/table"
	"bloodline/internal/guard"
)

func measure(t *testing.T, e arena.Measurement, candidates []engine.Player, at ...uint64) []arena.Against {
	t.Helper()
	got := guard.Value(e.Measure(context.Background(), candidates, at...))(t)
	return got
}

// A candidate's figures do not depend on the other candidates, nor on workers.
func TestMeasurement_Measure(t *testing.T) {
	ps := coupPlayers(t)
	e := arena.Measurement{Arena: arena.New(table.Game{}, 1), Field: ps[2:], Blocks: 100, Seed: 3, Stage: arena.StageFitness}
	all := fmt.Sprint(measure(t, e, []engine.Player{ps[0], ps[1], ps[0]}, 7))
	alone := measure(t, e, ps[:1], 7)[0]
	if alone.Total.Games != 204 || alone.ByOpponent[0].N != 34 { // 100 deals are 34 for each of three
		t.Errorf("want 204 games, 34 deals an opponent, have %d and %d", alone.Total.Games, alone.ByOpponent[0].N)
	}
	if want := fmt.Sprint([]arena.Against{alone, measure(t, e, ps[1:2], 7)[0], alone}); all != want {
		t.Errorf("together %s, alone %s", all, want)
	}
	e.Arena = arena.New(table.Game{}, 5)
	if got := fmt.Sprint(measure(t, e, []engine.Player{ps[0], ps[1], ps[0]}, 7)); got != all {
		t.Errorf("5 workers: %s, 1 worker: %s", got, all)
	}
}

// Stages, seeds and coordinates have deals of their own.
func TestMeasurement_Measure_deals(t *testing.T) {
	f := newFour()
	e := arena.Measurement{Arena: arena.New(f, 1), Field: numbers(4), Blocks: 50}
	deals := 0
	for _, seed := range []uint64{1, 2} {
		for _, stage := range []uint64{arena.StageFitness, arena.StageVerdict, arena.StageEvidence, arena.StageShow} {
			for _, at := range [][]uint64{nil, {0}, {1}, {0, 1}, {1, 0}} {
				e.Seed, e.Stage = seed, stage
				measure(t, e, numbers(1), at...)
				deals += 50
			}
		}
	}
	if len(f.seating) != deals {
		t.Errorf("want %d deals, have %d", deals, len(f.seating))
	}
}

// The total of a game of two weighs the opponents alike.
func TestMeasurement_Measure_mean(t *testing.T) {
	e := arena.Measurement{Arena: arena.New(draws, 1), Field: drawers(4), Blocks: 40, Seed: 1}
	got := measure(t, e, []engine.Player{drawer{luck: 99, strength: 0.2}})[0]
	sum := 0.0
	for _, x := range got.ByOpponent {
		sum += x.Mean
	}
	if !near(got.Total.Mean, sum/4) {
		t.Errorf("want %v, have %v", sum/4, got.Total.Mean)
	}
	if got.Total.N != 40 || got.Total.Games != 80 {
		t.Errorf("want 40 deals, 80 games, have %d and %d", got.Total.N, got.Total.Games)
	}
	// Both draw from [0, 1), one adds 0.2: it wins with 1 - 0.8²/2 = 0.68.
	e.Blocks = 20_000
	if got := measure(t, e, []engine.Player{drawer{luck: 99, strength: 0.2}})[0].Total; got.Mean < 0.68-5*got.SE || got.Mean > 0.68+5*got.SE {
		t.Errorf("want 0.68 by arithmetic, have %v ± %v", got.Mean, got.SE)
	}
}

func TestMeasurement_cancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	e := arena.Measurement{Arena: arena.New(draws, 2), Field: drawers(2), Blocks: 10}
	if _, err := e.Measure(ctx, drawers(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Measure: want context.Canceled, have %v", err)
	}
	if _, err := e.Fitness(ctx, drawers(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("Fitness: want context.Canceled, have %v", err)
	}
	if _, err := e.Challenge(ctx, verdict, drawer{}, drawer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Challenge: want context.Canceled, have %v", err)
	}
}

var verdict = stats.PairedTest{Diff1: 0.05, Alpha: 0.05, Beta: 0.05, Min: 24, Max: 3000}

func challenge(t *testing.T, e arena.Measurement, a, b engine.Player, at ...uint64) stats.Verdict {
	t.Helper()
	got := guard.Value(e.Challenge(context.Background(), verdict, a, b, at...))(t)
	return got
}

// A clone scores the same on the same deals, which does not prove strength.
func TestMeasurement_Challenge_clone(t *testing.T) {
	ps := coupPlayers(t)
	e := arena.Measurement{Arena: arena.New(table.Game{}, 1), Field: ps[1:]}
	for seed := range uint64(20) {
		e.Seed = seed
		got := challenge(t, e, ps[0], ps[0])
		if got.Accepted || got.Rounds != verdict.Min {
			t.Errorf("seed %d: want a rejection at the first look with equal shares, have %+v", seed, got)
		}
		// Four opponents, two seatings, two candidates.
		if want := verdict.Min * 4 * 2 * 2; got.Games != want {
			t.Errorf("seed %d: want %d games, have %d", seed, want, got.Games)
		}
	}
}

// Games are counted up to the verdict, and as many are played as were needed to
// fill the last batch.
func TestMeasurement_Challenge_games(t *testing.T) {
	plays := int64(0)
	counted := fake{draws.info, func(seed uint64, seats []engine.Player) engine.Outcome {
		plays++
		return draws.play(seed, seats)
	}}
	e := arena.Measurement{Arena: arena.New(counted, 1), Field: drawers(3), Seed: 1}
	got := challenge(t, e, drawer{luck: 8, strength: 0.5}, drawer{luck: 9})
	if !got.Accepted {
		t.Errorf("want a clearly stronger one accepted, have %+v", got)
	}
	if want := got.Rounds * 3 * 2 * 2; got.Games != want {
		t.Errorf("%d rounds: want %d games, have %d", got.Rounds, want, got.Games)
	}
	const batch = 16 * 3 * 2 * 2
	if over := plays - got.Games; over < 0 || over >= batch {
		t.Errorf("counted %d games, played %d, want less than %d more", got.Games, plays, batch)
	}
}

// A test that cannot be made is an error, not an endless one.
func TestMeasurement_Challenge_invalid(t *testing.T) {
	e := arena.Measurement{Arena: arena.New(draws, 1), Field: drawers(2)}
	bad := verdict
	bad.Alpha = 0.7
	if _, err := e.Challenge(context.Background(), bad, drawer{}, drawer{}); err == nil {
		t.Error("alpha 0.7: want an error")
	}
	e.Field = nil
	if _, err := e.Challenge(context.Background(), verdict, drawer{}, drawer{}); err == nil {
		t.Error("no field: want an error")
	}
}

func fitness(t *testing.T, e arena.Measurement, candidates []engine.Player, at ...uint64) []stats.Fitness {
	t.Helper()
	got := guard.Value(e.Fitness(context.Background(), candidates, at...))(t)
	return got
}

// Fitness is the totals of Measure without their intervals.
func TestMeasurement_Fitness(t *testing.T) {
	ps := coupPlayers(t)
	for _, c := range []struct {
		game           engine.Game
		field, players []engine.Player
		blocks         int
	}{
		{table.Game{}, ps[2:], ps, 60},
		{table.Game{}, ps[2:], ps, 5},
		{newFour(), numbers(5), numbers(7), 40},
	} {
		for _, workers := range []int{1, 2, 7} {
			e := arena.Measurement{Arena: arena.New(c.game, workers), Field: c.field, Blocks: c.blocks, Seed: 3, Stage: arena.StageFitness}
			var want []stats.Fitness
			for _, x := range measure(t, e, c.players, 7) {
				want = append(want, stats.Fitness{Mean: x.Total.Mean, SE: x.Total.SE, Games: x.Total.Games})
			}
			if got := fitness(t, e, c.players, 7); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %d workers: want %v, have %v", c.game.Info().Name, workers, want, got)
			}
		}
	}
}

// moments returns the mean and its standard error.
func moments(xs []float64) (mean, se float64) {
	for _, x := range xs {
		mean += x / float64(len(xs))
	}
	for _, x := range xs {
		se += (x - mean) * (x - mean)
	}
	return mean, math.Sqrt(se / float64(len(xs)-1) / float64(len(xs)))
}

// BenchmarkFitness is what a generation of 200 genomes and 1,000 games of each costs
// besides the games.
func BenchmarkFitness(b *testing.B) {
	e := arena.Measurement{Arena: arena.New(hook(func(uint64) {}), 1), Field: numbers(13), Blocks: 500}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Fitness(context.Background(), numbers(200)); err != nil {
			b.Fatal(err)
		}
	}
}

// A part that is too long to be played at once has the sums of its stretches, each played alone.
func TestArena_PlayPart_pieces(t *testing.T) {
	const deals = 200_000 // two candidates make a piece, and then one
	a := arena.New(draws, 2)
	candidates := []engine.Player{drawer{luck: 1}, drawer{luck: 2, strength: 0.1}, drawer{luck: 3, strength: 0.2}}
	field := []engine.Player{drawer{luck: 4}, drawer{luck: 5, strength: 0.1}}
	play := func(from, to int) []arena.Sum {
		t.Helper()
		p := arena.Part{Candidates: 3, Field: 2, Seeds: []uint64{9}, Blocks: deals, Deals: deals, From: from, To: to, Scores: true}
		first, last := p.CandidateRange()
		got := guard.Value(a.PlayPart(t.Context(), p, candidates[first:last], field))(t)
		return got
	}
	want := make([]arena.Sum, 3)
	for c := range want {
		want[c].Add(play(c*deals, c*deals+deals/5)[0])
		want[c].Add(play(c*deals+deals/5, (c+1)*deals)[0])
	}
	if got := play(0, 3*deals); !reflect.DeepEqual(got, want) {
		t.Errorf("in pieces %+v, apart %+v", got, want)
	}
}

// failing is draws in which players of a luck from 10 on err in the games of seeds that it divides.
var failing = fake{draws.info, func(seed uint64, seats []engine.Player) engine.Outcome {
	out := draws.play(seed, seats)
	for s, p := range seats {
		if luck := p.(drawer).luck; luck >= 10 && seed%(luck-9) == 0 {
			out.Failed |= 1 << s
		}
	}
	return out
}}

// The errors of each opponent are counted in its row, and one that errs in each game ends the measurement.
func TestMeasurement_Measure_errors(t *testing.T) {
	field := []engine.Player{drawer{luck: 1}, drawer{luck: 12}, drawer{luck: 2}}
	e := arena.Measurement{Arena: arena.New(failing, 2), Field: field, Blocks: 300, Seed: 3}
	e.Erring = func(opponent int, games int64) error { return fmt.Errorf("opponent %d, %d games", opponent, games) }
	got := measure(t, e, drawers(2))
	for _, a := range got {
		if by := a.ByOpponent; by[0].Errors != 0 || by[1].Errors < 40 || by[1].Errors > 100 || by[2].Errors != 0 || by[1].Games != 200 {
			t.Errorf("%d, %d and %d errors of %d games, want about a third of 200 of the second", by[0].Errors, by[1].Errors, by[2].Errors, by[1].Games)
		}
	}
	e.Field = []engine.Player{drawer{luck: 1}, drawer{luck: 10}}
	if _, err := e.Measure(t.Context(), drawers(2)); err == nil || err.Error() != "opponent 1, 600 games" {
		t.Errorf("%v", err)
	}
	e.Blocks = 2 // four games of the two candidates with each
	e.Field = e.Field[1:]
	if _, err := e.Measure(t.Context(), drawers(1)); err != nil {
		t.Errorf("of four games: %v", err)
	}
}
