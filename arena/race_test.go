package arena_test

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/coup"
)

func race(t *testing.T, e arena.Evaluator, r arena.Race, candidates []engine.Player, at ...uint64) []arena.Figure {
	t.Helper()
	got, err := e.Race(context.Background(), r, candidates, at...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// figures are the totals of Measure without their intervals.
func figures(t *testing.T, e arena.Evaluator, candidates []engine.Player, at ...uint64) []arena.Figure {
	t.Helper()
	var out []arena.Figure
	for _, x := range measure(t, e, candidates, at...) {
		out = append(out, arena.Figure{Mean: x.Total.Mean, SE: x.Total.SE, Games: x.Games})
	}
	return out
}

// twin is the race without one: everybody is measured in full and in part, and the
// figures of who is ahead in part are the full ones.
func twin(t *testing.T, e arena.Evaluator, on, keep, look int, candidates []engine.Player, at ...uint64) []arena.Figure {
	t.Helper()
	full := figures(t, e, candidates, at...)
	e.Blocks = look
	out := figures(t, e, candidates, at...)
	ranked := make([]int, len(candidates))
	for i := range ranked {
		ranked[i] = i
	}
	part := slices.Clone(out)
	slices.SortStableFunc(ranked, func(a, b int) int {
		if a < keep || b < keep {
			return a - b
		}
		return cmp.Compare(part[b].Mean, part[a].Mean)
	})
	for _, c := range ranked[:max(on, keep)] {
		out[c] = full[c]
	}
	return out
}

func TestEvaluator_Race(t *testing.T) {
	ps := coupPlayers(t)
	many := slices.Concat(ps, ps, ps[:1]) // with equals among them
	for _, c := range []struct {
		name           string
		game           engine.Game
		field, players []engine.Player
		blocks, look   int
		share          float64
		keep, on       int
		games          int64
	}{
		// A third of 60 is 20, that is 21 of three opponents: 11·21 + 6·39 deals.
		{"half", coup.Game{}, ps[2:], many, 60, 21, 0.5, 0, 6, 2 * (11*21 + 6*39)},
		{"one", coup.Game{}, ps[2:], many, 60, 21, 0.01, 1, 1, 2 * (11*21 + 39)},
		{"the first four anyway", coup.Game{}, ps[2:], many, 60, 21, 0.1, 4, 2, 2 * (11*21 + 4*39)},
		{"all", coup.Game{}, ps[2:], many, 60, 21, 1, 2, 11, 2 * 11 * 60},
		{"nearly all", coup.Game{}, ps[2:], many, 60, 21, 0.95, 2, 11, 2 * 11 * 60},
		// Two deals of each opponent are the least that a look needs, and all there is.
		{"few deals", coup.Game{}, ps[2:], many, 5, 6, 0.5, 0, 6, 2 * 11 * 6},
		{"four seats", newFour(), numbers(5), numbers(7), 40, 14, 0.5, 1, 4, 4 * (7*14 + 4*26)},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, workers := range []int{1, 2, 7} {
				e := arena.Evaluator{Arena: arena.New(c.game, workers), Field: c.field, Blocks: c.blocks, Seed: 3, Stage: arena.StageFitness}
				got := race(t, e, arena.Race{Share: c.share, Keep: c.keep}, c.players, 7)
				if want := twin(t, e, c.on, c.keep, c.look, c.players, 7); !reflect.DeepEqual(got, want) {
					t.Errorf("%d workers: want %v, have %v", workers, want, got)
				}
				games := int64(0)
				for _, x := range got {
					games += x.Games
				}
				if games != c.games {
					t.Errorf("want %d games, have %d", c.games, games)
				}
			}
		})
	}
}

// What a race does not count it does not play.
func TestEvaluator_Race_games(t *testing.T) {
	counted := &counter{Game: duel{}}
	e := arena.Evaluator{Arena: arena.New(counted, 1), Field: duellists(3), Blocks: 30}
	games := int64(0)
	for _, x := range race(t, e, arena.Race{Share: 0.3}, duellists(20)) {
		games += x.Games
	}
	if want := int64(2 * (20*12 + 6*18)); games != want || counted.plays != want {
		t.Errorf("want %d games, have %d, played %d", want, games, counted.plays)
	}
}

func TestEvaluator_Race_cancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	plays := 0
	e := arena.Evaluator{Arena: arena.New(hook{func(uint64) {
		if plays++; plays == 2*20*12+1 { // the first game after the first look
			cancel()
		}
	}}, 1), Field: duellists(3), Blocks: 30}
	if _, err := e.Race(ctx, arena.Race{Share: 0.9}, duellists(20)); !errors.Is(err, context.Canceled) {
		t.Errorf("want context.Canceled, have %v", err)
	}
}

// The figures of those who go on are too high, taken for what they are. Weighed
// against where their strengths come from they are not: over many races of
// duellists of known strength, the mean of what is believed of the survivors is
// the mean of what is true.
func TestEvaluator_Race_bias(t *testing.T) {
	const races, candidates, spread = 400, 24, 0.06
	// Both games of 60 deals. Against equals a third of a game's variance of 1/4 is
	// the field's draw, which is the same for all candidates and moves none of them
	// ahead: what sets them apart is 1/6.
	const noise = 1. / 6 / 120
	const weight = spread * spread / (spread*spread + noise)
	rng := rand.New(rand.NewPCG(5, 6))
	e := arena.Evaluator{Arena: arena.New(duel{}, 1), Field: []engine.Player{duellist{luck: 1 << 40}}, Blocks: 60}
	var raw, believed []float64 // by race: mean over the survivors of figure less truth
	for seed := range uint64(races) {
		e.Seed = seed
		players, truth := make([]engine.Player, candidates), make([]float64, candidates)
		for i := range players {
			truth[i] = 0.5 + spread*rng.NormFloat64()
			players[i] = duellist{luck: seed*candidates + uint64(i), strength: strengthFor(truth[i])}
		}
		r, b, n := 0.0, 0.0, 0.0
		for i, x := range race(t, e, arena.Race{Share: 0.25}, players) {
			if x.Games < 120 {
				continue
			}
			r += x.Mean - truth[i]
			b += 0.5 + weight*(x.Mean-0.5) - truth[i]
			n++
		}
		raw, believed = append(raw, r/n), append(believed, b/n)
	}
	if mean, se := moments(raw); mean < 10*se {
		t.Errorf("figures of survivors exceed the truth by %v ± %v, want clearly more than 0", mean, se)
	}
	if mean, se := moments(believed); math.Abs(mean) > 4*se {
		t.Errorf("what is believed of survivors exceeds the truth by %v ± %v, want 0", mean, se)
	}
}

// strengthFor is the strength with which a duellist wins with chance p: 1-(1-d)²/2
// for d of 0 or more, and the mirror image below.
func strengthFor(p float64) float64 {
	if p < 0.5 {
		return -strengthFor(1 - p)
	}
	return 1 - math.Sqrt(2*(1-p))
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

// BenchmarkRace is what a generation of 200 genomes and 1,000 games of each costs
// besides the games.
func BenchmarkRace(b *testing.B) {
	e := arena.Evaluator{Arena: arena.New(hook{func(uint64) {}}, 1), Field: numbers(13), Blocks: 500}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Race(context.Background(), arena.Race{Share: 1}, numbers(200)); err != nil {
			b.Fatal(err)
		}
	}
}
