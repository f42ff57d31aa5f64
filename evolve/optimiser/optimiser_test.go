package optimiser_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// hill stands in for a game: a hidden quadratic fitness of genes that matter very
// unequally, and noisy samples of it at a price.
type hill struct {
	schema  *genome.Schema
	optimum []float64 // as shares of the ranges
	weight  []float64 // sum 1
	price   int64     // games for a genome
	noise   float64
	after   func() // called after every batch

	calls     int
	batches   []int // genomes of every batch
	deals     []int
	spent     int64
	champions []genome.Vector
	forbidden int // vectors out of range, the champions of rounds included
}

func newHill(genes int, seed uint64) *hill {
	rng := rand.New(rand.NewPCG(seed, 1))
	h := &hill{schema: &genome.Schema{Game: "hill", Version: 1}, price: 100, noise: 0.02}
	sum := 0.0
	for i := range genes {
		w := math.Exp(rng.NormFloat64())
		h.optimum, h.weight, sum = append(h.optimum, 0.1+0.8*rng.Float64()), append(h.weight, w), sum+w
		h.schema.Genes = append(h.schema.Genes, gene.Gene{
			Name: fmt.Sprintf("g%d.%d", i/6, i%6), Group: fmt.Sprintf("g%d", i/6), Unit: "u",
			Min: -3, Max: 5, Default: -3 + 8*rng.Float64(), Doc: "d",
		})
	}
	for i := range h.weight {
		h.weight[i] /= sum
	}
	return h
}

// truth is 0.8 at the optimum, about 0.4 for a random genome.
func (h *hill) truth(v genome.Vector) float64 {
	q := 0.0
	for i, x := range v {
		away := (x+3)/8 - h.optimum[i]
		q += h.weight[i] * away * away
	}
	return 0.8 * math.Exp(-5*q)
}

func normal(at ...uint64) float64 {
	u, v := roll.Unit(roll.Mix(append(at, 1)...)), roll.Unit(roll.Mix(append(at, 2)...))
	return math.Sqrt(-2*math.Log(1-u)) * math.Cos(2*math.Pi*v)
}

func (h *hill) Evaluate(_ context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	h.calls++
	deals := round.Number
	h.champions = append(h.champions, round.Champion)
	if h.schema.Check(round.Champion) != nil {
		h.forbidden++
	}
	h.batches, h.deals = append(h.batches, len(vs)), append(h.deals, deals)
	out := make([]evolve.Fitness, len(vs))
	for i, v := range vs {
		if h.schema.Check(v) != nil {
			h.forbidden++
		}
		hash := uint64(deals)
		for _, x := range v {
			hash = roll.Mix(hash, math.Float64bits(x))
		}
		out[i] = evolve.Fitness{Mean: h.truth(v) + h.noise*normal(hash), StdErr: h.noise, Games: h.price}
		h.spent += h.price
	}
	if h.after != nil {
		h.after()
	}
	return out, nil
}

const population = 20

func breed(t *testing.T, a optimiser.Arm, h *hill, seed uint64, budget int64) genome.Vector {
	t.Helper()
	got, err := optimiser.Breed(context.Background(), a, optimiser.Task{Schema: h.schema, Evaluator: h, Seed: seed, Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.schema.Check(got.Best); err != nil {
		t.Error(err)
	}
	if got.Spent != h.spent || got.Early {
		t.Errorf("says it spent %d games, spent %d; early: %v", got.Spent, h.spent, got.Early)
	}
	return got.Best
}

// arms returns the arms of these names.
func arms(t testing.TB, population int, names ...string) []optimiser.Arm {
	t.Helper()
	out, err := optimiser.Choose(names, population, 10)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func each(t *testing.T, check func(t *testing.T, a optimiser.Arm)) {
	for _, a := range arms(t, population, "random", "sep-cma") {
		t.Run(a.Name, func(t *testing.T) { check(t, a) })
	}
}

// The gain on the defaults that an arm must reach, as a share of the largest gain. The
// searches follow a slope; a random genome of 24 genes is rarely as good as the
// defaults of a hill, which are random themselves.
func TestArm_gain(t *testing.T) {
	guard.Slow(t)
	want := map[string]float64{"random": 0.15, "sep-cma": 0.8}
	each(t, func(t *testing.T, a optimiser.Arm) {
		gain, seeds := 0.0, uint64(4)
		for seed := range seeds {
			h := newHill(24, seed)
			from := h.truth(h.schema.Default())
			gain += (h.truth(breed(t, a, h, seed, 200_000)) - from) / (0.8 - from) / float64(seeds)
			if h.forbidden > 0 {
				t.Errorf("%d genomes were out of range", h.forbidden)
			}
		}
		if gain < want[a.Name] {
			t.Errorf("want a gain of %v, have %v", want[a.Name], gain)
		}
	})
}

// A start on the bounds is a point where the mirror image looks the same.
func TestArm_bounds(t *testing.T) {
	for _, a := range arms(t, population, "sep-cma") {
		t.Run(a.Name, func(t *testing.T) {
			h := newHill(24, 5)
			for i := range h.schema.Genes {
				h.schema.Genes[i].Default = []float64{-3, 5}[i%2]
			}
			from := h.truth(h.schema.Default())
			if gain := (h.truth(breed(t, a, h, 1, 200_000)) - from) / (0.8 - from); gain < 0.65 {
				t.Errorf("want a gain of 0.65, have %v", gain)
			}
		})
	}
}

// No arm overdraws but with its first batch, and none hoards.
func TestArm_budget(t *testing.T) {
	each(t, func(t *testing.T, a optimiser.Arm) {
		for _, budget := range []int64{1, 1999, 2000, 7777, 40_000, 123_456} {
			h := newHill(24, 1)
			breed(t, a, h, 1, budget)
			if h.spent > budget && h.calls > 1 {
				t.Errorf("budget %d: spent %d in %d batches", budget, h.spent, h.calls)
			}
			if batch := int64(population) * h.price; budget > 20*batch && h.spent < budget-batch {
				t.Errorf("budget %d: spent only %d", budget, h.spent)
			}
			if most := slices.Max(h.batches); most > population {
				t.Errorf("budget %d: a batch of %d genomes", budget, most)
			}
		}
	})
}

// An arm is a pure function of its seed.
func TestArm_seed(t *testing.T) {
	each(t, func(t *testing.T, a optimiser.Arm) {
		one, same, other := newHill(24, 2), newHill(24, 2), newHill(24, 2)
		v, w, x := breed(t, a, one, 7, 60_000), breed(t, a, same, 7, 60_000), breed(t, a, other, 8, 60_000)
		if !slices.Equal(v, w) || !slices.Equal(one.deals, same.deals) {
			t.Error("the same seed bred two genomes")
		}
		if slices.Equal(v, x) {
			t.Error("two seeds bred the same genome")
		}
	})
}

// The playoff of each arm meets deals that the candidates were not chosen on; the
// searches meet fresh ones in every generation.
func TestArm_deals(t *testing.T) {
	each(t, func(t *testing.T, a optimiser.Arm) {
		h := newHill(24, 3)
		breed(t, a, h, 1, 100_000)
		fresh := slices.Clone(h.deals)
		if a.Name == "random" { // 500 genomes at once, then 62
			first := slices.Index(fresh, 1)
			if first != 25 || slices.Max(fresh[:first]) != 0 {
				t.Errorf("want one look of 25 batches at deals 0, have %v", fresh)
			}
			if slices.Contains(fresh[first:], 0) {
				t.Errorf("the playoff saw the deals of the first look: %v", fresh)
			}
			return
		}
		if before := len(fresh); len(slices.Compact(fresh)) != before {
			t.Errorf("want fresh deals in every batch, have %v", h.deals)
		}
	})
}

// The evaluator gets the genome that the arm would return by then: the defaults at first, and at
// last something better.
func TestArm_champion(t *testing.T) {
	each(t, func(t *testing.T, a optimiser.Arm) {
		h := newHill(24, 3)
		breed(t, a, h, 1, 100_000)
		first, last := h.champions[0], h.champions[len(h.champions)-1]
		if !slices.Equal(first, h.schema.Default()) || h.truth(last) <= h.truth(first) {
			t.Errorf("told of %.3f at first, of %.3f at last; the defaults have %.3f", h.truth(first), h.truth(last), h.truth(h.schema.Default()))
		}
		if a.Name == "random" { // knows no better before its playoff
			return
		}
		if early := h.champions[len(h.champions)/2]; h.truth(early) <= h.truth(first) {
			t.Errorf("told of %.3f halfway, of %.3f at first", h.truth(early), h.truth(first))
		}
	})
}

func TestArm_cancel(t *testing.T) {
	each(t, func(t *testing.T, a optimiser.Arm) {
		for _, after := range []int{0, 1, 5} {
			ctx, cancel := context.WithCancel(context.Background())
			h := newHill(24, 1)
			h.after = func() {
				if h.calls == after {
					cancel()
				}
			}
			if after == 0 {
				cancel()
			}
			got, err := optimiser.Breed(ctx, a, optimiser.Task{Schema: h.schema, Evaluator: h, Seed: 1, Budget: 100_000})
			if !errors.Is(err, context.Canceled) || got.Best != nil {
				t.Errorf("cancelled after %d batches: want no genome and context.Canceled, have %v, %v", after, got.Best, err)
			}
			if h.calls != after {
				t.Errorf("cancelled after %d batches, went on to %d", after, h.calls)
			}
			cancel()
		}
	})
}

var errTable = errors.New("the table broke")

// broken hands out a bad measurement in its second batch.
type broken struct {
	*hill
	edit func([]evolve.Fitness) ([]evolve.Fitness, error)
}

func (b broken) Evaluate(ctx context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	fs, err := b.hill.Evaluate(ctx, round, vs)
	if b.calls == 2 {
		return b.edit(fs)
	}
	return fs, err
}

func TestArm_broken(t *testing.T) {
	tests := map[string]func([]evolve.Fitness) ([]evolve.Fitness, error){
		"error":    func([]evolve.Fitness) ([]evolve.Fitness, error) { return nil, errTable },
		"short":    func(fs []evolve.Fitness) ([]evolve.Fitness, error) { return fs[1:], nil },
		"nan":      func(fs []evolve.Fitness) ([]evolve.Fitness, error) { fs[1].Mean = math.NaN(); return fs, nil },
		"no games": func(fs []evolve.Fitness) ([]evolve.Fitness, error) { fs[1].Games = 0; return fs, nil },
	}
	each(t, func(t *testing.T, a optimiser.Arm) {
		for name, edit := range tests {
			h := newHill(24, 1)
			_, err := optimiser.Breed(context.Background(), a, optimiser.Task{Schema: h.schema, Evaluator: broken{h, edit}, Seed: 1, Budget: 100_000})
			if err == nil || name == "error" && !errors.Is(err, errTable) {
				t.Errorf("%s: have %v", name, err)
			}
		}
		h := newHill(24, 1)
		if _, err := optimiser.Breed(context.Background(), a, optimiser.Task{Schema: h.schema, Evaluator: h, Seed: 1, Budget: 0}); err == nil {
			t.Error("no budget: want an error")
		}
		h.schema.Genes[0].Doc = ""
		if _, err := optimiser.Breed(context.Background(), a, optimiser.Task{Schema: h.schema, Evaluator: h, Seed: 1, Budget: 1000}); err == nil {
			t.Error("a bad schema: want an error")
		}
	})
}
