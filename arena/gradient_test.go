package arena_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
)

// dare is a game of two or four whose expected score and its derivatives are known.
// Each seat may dare, and a seat that dares may push on. Not to dare earns 1/2 a point,
// to dare 1, to push on 0 or 3 by a coin. The first seat earns 1/2 more for daring if the
// seat behind does not.
type dare int

func (d dare) Info() engine.Info {
	return engine.Info{Name: "dare", Seats: int(d), ScoreUnit: 4, Mean: 0.75, Max: 3.5}
}
func (d dare) NewTable() engine.Table { return d }

func (d dare) Play(seed uint64, seats []engine.Player) engine.Outcome {
	var out engine.Outcome
	var dares [engine.MaxSeats]bool
	for s, p := range seats {
		p := p.(darer)
		out.Score[s] = 2
		if dares[s] = p.does(0, roll.Mix(seed, uint64(s), 0)); !dares[s] {
			continue
		}
		out.Score[s] = 4
		if p.does(1, roll.Mix(seed, uint64(s), 1)) {
			out.Score[s] = 12 * int64(roll.Mix(seed, uint64(s), 2)%2)
		}
	}
	if dares[0] && !dares[1] {
		out.Score[0] += 2
	}
	return out
}

// darer does each thing with the chance logistic(its gene).
type darer interface {
	does(gene int, r uint64) bool
}

type plain [2]float64

func (d plain) does(gene int, r uint64) bool { return roll.Unit(r) < logistic(d[gene]) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// slope is the average gain of plain by each of its genes, against a neighbour
// that dares with chance q, in a game of this many seats: the derivative of
//
//	1/2 + p(1/2 + (1-q)/2/seats) + p·s/2, p and s the logistics of its genes.
func (d plain) slope(q float64, seats int) [2]float64 {
	p, s := logistic(d[0]), logistic(d[1])
	return [2]float64{
		p * (1 - p) * (0.5 + (1-q)/2/float64(seats) + s/2),
		p * s * (1 - s) / 2,
	}
}

// steep is plain with a gradient, which has a third number: the advantage itself.
type steep struct {
	plain
	made *atomic.Int64 // trajectories
}

func newSteep(a, b float64) steep { return steep{plain{a, b}, new(atomic.Int64)} }

func (s steep) Genes() int { return 3 }

func (s steep) NewTrajectory() engine.Trajectory {
	s.made.Add(1)
	return &path{plain: s.plain}
}

type path struct {
	plain
	log [2]float64 // derivative of the log-probability of what it did
}

func (p *path) does(gene int, r uint64) bool {
	does := p.plain.does(gene, r)
	p.log[gene] -= logistic(p.plain[gene])
	if does {
		p.log[gene]++
	}
	return does
}

func (p *path) Add(advantage float64, into []int64) {
	for i, d := range [...]float64{p.log[0], p.log[1], 1} {
		into[i] += engine.Fixed(advantage * d)
	}
	p.log = [2]float64{}
}

// plains are the same players without a gradient.
func plains(ps []engine.Player) []engine.Player {
	out := make([]engine.Player, len(ps))
	for i, p := range ps {
		out[i] = p
		if s, ok := p.(steep); ok {
			out[i] = s.plain
		}
	}
	return out
}

// population is of players with a gradient, but for one.
func population(n int) []engine.Player {
	out := make([]engine.Player, n)
	for i := range out {
		out[i] = newSteep(float64(i%5)/2-1, float64(i%3)-0.5)
	}
	out[n/2] = plain{0.3, 0.1}
	return out
}

func dares(seats, workers, blocks int) arena.Measurement {
	return arena.Measurement{
		Arena: arena.New(dare(seats), workers), Blocks: blocks, Seed: 3, Stage: arena.StageFitness,
		Field: []engine.Player{plain{0.4, 0}, plain{-0.7, 1}, plain{1, -1}},
	}
}

// The gradient is the derivative of the expected points, which is known.
func TestMeasurement_Fitness_gradient(t *testing.T) {
	for _, seats := range []int{2, 4} {
		e := dares(seats, 2, 120)
		q := (logistic(0.4) + logistic(-0.7) + logistic(1)) / 3
		candidates := []engine.Player{newSteep(0.2, 0.6), newSteep(-1, 1.5)}
		const seeds = 400
		slopes := make([][2][]float64, len(candidates)) // by candidate, gene and seed
		for seed := range uint64(seeds) {
			e.Seed = seed
			for c, x := range fitness(t, e, candidates) {
				for gene := range slopes[c] {
					slopes[c][gene] = append(slopes[c][gene], x.Gradient[gene])
				}
			}
		}
		for c, p := range candidates {
			for gene, want := range p.(steep).slope(q, seats) {
				mean, se := moments(slopes[c][gene])
				if math.Abs(mean-want) > 4*se || want < 20*se {
					t.Errorf("%d seats, candidate %d, gene %d: want %.5f, have %.5f ± %.5f", seats, c, gene, want, mean, se)
				}
			}
		}
	}
}

// A gradient changes nothing else, and a baseline is taken off every advantage alone.
func TestMeasurement_Fitness_rest(t *testing.T) {
	for _, seats := range []int{2, 4} {
		e := dares(seats, 2, 99)
		candidates := population(9)
		got, want := fitness(t, e, candidates), fitness(t, e, plains(candidates))
		e.Baseline = 0.25
		lower := fitness(t, e, candidates)
		for c := range got {
			_, ok := candidates[c].(steep)
			if ok != (len(got[c].Gradient) == 3) || ok != (got[c].Gradient != nil) {
				t.Errorf("candidate %d: has one: %v, gradient: %v", c, ok, got[c].Gradient)
			} else if ok && math.Abs(got[c].Gradient[2]-lower[c].Gradient[2]-0.25) > 1e-6 { // the third number is the mean advantage
				t.Errorf("candidate %d: the mean advantage falls from %v to %v", c, got[c].Gradient, lower[c].Gradient)
			}
			got[c].Gradient, lower[c].Gradient = nil, nil
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(lower, want) {
			t.Errorf("%d seats: with gradients %v, with a baseline %v, without %v", seats, got, lower, want)
		}
	}
}

// With own deals equal candidates play other games. The figures of a generation are the same whether it comes in parts
// or at once, for any number of workers.
func TestMeasurement_Fitness_ownDeals(t *testing.T) {
	twins := slices.Repeat([]engine.Player{newSteep(0.2, 0.6)}, 9)
	for _, own := range []bool{false, true} {
		e := dares(2, 1, 200)
		e.OwnDeals = own
		want := fitness(t, e, twins)
		for i, f := range want[1:] {
			if same := reflect.DeepEqual(f, want[0]); same == own || reflect.DeepEqual(f.Gradient, want[i].Gradient) == own || math.Abs(f.Mean-want[0].Mean) > 6*f.SE {
				t.Errorf("own deals %v: candidate %d has %+v, an equal one %+v", own, i+1, f, want[0])
			}
		}
		e.Arena = arena.New(dare(2), 7)
		var parts []stats.Fitness
		for _, n := range []int{4, 1, 4} {
			e.First = len(parts)
			parts = append(parts, fitness(t, e, twins[:n])...)
		}
		if !reflect.DeepEqual(parts, want) {
			t.Errorf("own deals %v: want %v, have %v", own, want, parts)
		}
	}
}

// Trajectories are made for candidates of Fitness alone, one for each worker at most.
// All others play themselves.
func TestNewTrajectory(t *testing.T) {
	candidates := []engine.Player{newSteep(0.2, 0.6), newSteep(0, 0), newSteep(-1, 1.5)}
	made := func(ps []engine.Player) (n int64) {
		for _, p := range ps {
			n += p.(steep).made.Load()
		}
		return n
	}
	for _, workers := range []int{1, 4} {
		e := dares(2, workers, 99)
		e.Field = []engine.Player{newSteep(0.4, 0), candidates[0]}
		before := made(candidates)
		measure(t, e, candidates)
		challenge(t, e, candidates[0], candidates[1])
		fitness(t, e, plains(candidates))
		if n := made(candidates) - before; n != 0 {
			t.Errorf("%d workers: %d trajectories without a need for gradients", workers, n)
		}
		fitness(t, e, candidates)
		if n := made(candidates) - before; n < 3 || n > int64(3*workers) {
			t.Errorf("%d workers: three candidates made %d trajectories", workers, n)
		}
		if n := made(e.Field[:1]); n != 0 {
			t.Errorf("%d workers: the field made %d trajectories", workers, n)
		}
	}
}

func TestTrajectory_Add_panic(t *testing.T) {
	for _, workers := range []int{1, 4} {
		e := arena.Measurement{Arena: arena.New(hook(func(uint64) {}), workers), Field: numbers(3), Blocks: 300}
		_, err := e.Fitness(t.Context(), []engine.Player{newSteep(0, 0), broken{newSteep(0, 0)}})
		var play *arena.PlayError
		if !errors.As(err, &play) || play.Lineup[0] != 1 || !strings.Contains(err.Error(), "no gradient") {
			t.Errorf("%d workers: want an error of candidate 1, have %v", workers, err)
		}
	}
}

type broken struct{ steep }

func (b broken) NewTrajectory() engine.Trajectory { return b }

func (broken) Add(float64, []int64) { panic("no gradient") }

// Games allocate nothing, with or without trajectories: a hundred times as many are
// played for as many allocations.
func TestMeasurement_Fitness_allocations(t *testing.T) {
	for _, c := range []struct {
		name       string
		candidates []engine.Player
	}{{"plain", plains(population(5))}, {"steep", population(5)}} {
		var counts []float64
		for _, blocks := range []int{60, 6000} {
			e := dares(2, 1, blocks)
			counts = append(counts, testing.AllocsPerRun(5, func() {
				if _, err := e.Fitness(context.Background(), c.candidates); err != nil {
					t.Fatal(err)
				}
			}))
		}
		if math.Abs(counts[1]-counts[0]) > 5 {
			t.Errorf("%s: %v allocations for 600 games, %v for 60,000", c.name, counts[0], counts[1])
		}
	}
}
