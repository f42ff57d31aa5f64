package evolve_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
	"bloodline/internal/setting"
)

// bowl is a concave fitness without noise, and its exact gradient. Each
// gene has an optimum, in units of its range, that may lie beyond a bound.
type bowl struct {
	schema  *genome.Schema
	optimum []float64
}

func newBowl(optimum ...float64) *bowl {
	b := &bowl{&genome.Schema{Game: "bowl", Version: 1}, optimum}
	for i := range optimum {
		width := math.Pow(10, float64(i)-2) // units of every size
		b.schema.Genes = append(b.schema.Genes, gene.Gene{
			Name: string(rune('a' + i)), Group: "g", Unit: "u", Min: -width, Max: width, Default: 0.2 * width, Doc: "d",
		})
	}
	return b
}

func (b *bowl) Evaluate(ctx context.Context, _ evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for k, v := range population {
		f := stats.Fitness{Mean: 1, Games: 10 + int64(k%3), Gradient: make([]float64, len(v))}
		for i, x := range b.schema.Point(v) {
			away, weight := x-b.optimum[i], 1/float64(1+i)
			f.Mean -= weight * away * away
			f.Gradient[i] = -2 * weight * away / (b.schema.Genes[i].Max - b.schema.Genes[i].Min)
		}
		out[k] = f
	}
	return out, ctx.Err()
}

func (b *bowl) Challenge(context.Context, evolve.GenerationInfo, genome.Vector) (stats.Verdict, error) {
	return stats.Verdict{}, nil
}

// The mean climbs to the optimum, or to the bound before it, and stays there, no
// further off than a step. No step is longer than Adam's bound, which is the rate
// for these averages (Kingma, Ba 2015, section 2.1).
func TestRun_gradient(t *testing.T) {
	b, goal := bowlWithBounds()
	cfg := quick()
	samplesByGradient.set(&cfg)
	cfg.Population, cfg.Generations, cfg.Averaging = 60, 200, 0.2
	cfg.LearningRate, cfg.Sigma = 0.03, 0.03
	k := &keep{}
	if _, err := evolve.Run(context.Background(), b.schema, cfg, b, b, k, nil); err != nil {
		t.Fatal(err)
	}
	var last []float64
	for _, g := range k.all {
		for i, x := range g.Distribution.Mean {
			if x < 0 || x > 1 || last != nil && math.Abs(x-last[i]) > cfg.LearningRate {
				t.Fatalf("generation %d: gene %d is at %v, after %v", g.Number, i, x, last)
			}
			if off := math.Abs(x - goal[i]); g.Number >= 100 && off > cfg.LearningRate {
				t.Errorf("generation %d: gene %d is at %.4f, its optimum at %v", g.Number, i, x, goal[i])
			}
			if g.Distribution.SD[i] != cfg.Sigma {
				t.Fatalf("generation %d: gene %d has standard deviation %v", g.Number, i, g.Distribution.SD[i])
			}
		}
		last = g.Distribution.Mean
		for _, ind := range slices.Concat(g.Individuals, g.HallOfFame, []evolve.Individual{g.Champion}) {
			if ind.Fitness.Gradient != nil || ind.Pooled.Gradient != nil {
				t.Fatalf("generation %d: %s is recorded with a gradient", g.Number, ind.ID)
			}
		}
	}
}

// bowlWithBounds returns a bowl of which some optima lie beyond the bounds, and the best
// place for each gene.
func bowlWithBounds() (*bowl, []float64) {
	return newBowl(0.2, 0.5, 0.61, 0.9, 1, 1.5, -0.4, 0), []float64{0.2, 0.5, 0.61, 0.9, 1, 1, 0, 0}
}

// slope is a landscape that gives its gradient, with noise.
type slope struct {
	*landscape
	at    int // generation to spoil
	spoil func(fs []stats.Fitness)
	given map[string]stats.Fitness // by generation and genes
}

func newSlope() *slope {
	return &slope{landscape: newLandscape("quadratic", 20, 1), given: map[string]stats.Fitness{}}
}

func (l *slope) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	generation := round.Number
	fs, err := l.landscape.Evaluate(ctx, round, population)
	for k, v := range population {
		fs[k].Games += int64(100 * (k % 5))
		fs[k].Gradient = make([]float64, len(v))
		beside := v.Clone()
		for i, x := range v {
			beside[i] = x + 1e-4
			up := l.truth(beside)
			beside[i] = x - 1e-4
			fs[k].Gradient[i] = (up-l.truth(beside))/2e-4 + 0.01*normal(6, uint64(generation), uint64(i), print64(v))
			beside[i] = x
		}
		l.given[entry(generation, v)] = fs[k]
	}
	if generation == l.at && l.spoil != nil {
		l.spoil(fs)
	}
	return fs, err
}

// climbing has everything of a generation: rounds, and elites beside those that are
// drawn.
func climbing() evolve.Config {
	cfg := quick()
	samplesByGradient.set(&cfg)
	cfg.LearningRate = 0.02
	cfg.Sigma, cfg.Decay = 0.05, 0.01
	cfg.Round, cfg.Generations = 4, 14
	return cfg
}

func climb(tb testing.TB, cfg evolve.Config, from *evolve.Generation) (*evolve.Generation, []evolve.Generation, *slope) {
	tb.Helper()
	l, k := newSlope(), &keep{}
	result, err := evolve.Run(context.Background(), l.schema, cfg, l, l, k, from)
	guard.Must(tb, err)
	return result, k.all, l
}

// way is an algorithm, and what it follows.
type way struct{ algorithm, follow string }

var (
	parentsByRanks    = way{evolve.AlgorithmGenetic, evolve.FollowRanks}
	parentsByGradient = way{evolve.AlgorithmGenetic, evolve.FollowGradient}
	samplesByRanks    = way{evolve.AlgorithmDistribution, evolve.FollowRanks}
	samplesByGradient = way{evolve.AlgorithmDistribution, evolve.FollowGradient}

	ways = []way{parentsByRanks, parentsByGradient, samplesByRanks, samplesByGradient}
)

func (w way) set(c *evolve.Config) { c.Algorithm, c.Follow = w.algorithm, w.follow }

func (w way) String() string { return w.algorithm + " by " + w.follow }

// A run that is stopped after any generation and resumed ends as if
// it had never stopped.
func TestRun_resumeAnyWay(t *testing.T) {
	averaged, tail := climbing(), tailed(samplesByGradient)
	parentsByRanks.set(&averaged)
	averaged.Champion, tail.Proximal = evolve.ChampionAveraged, 0.3
	runs := map[string]evolve.Config{"averaged": averaged, "tail": tail}
	for _, algorithm := range ways {
		full := climbing()
		algorithm.set(&full)
		runs[algorithm.String()] = full
	}
	for name, full := range runs {
		want, whole, _ := climb(t, full, nil)
		for k := range whole {
			result, after, _ := climb(t, full, &whole[k])
			if !reflect.DeepEqual(whole[k+1:], after) && k+1 < len(whole) || !reflect.DeepEqual(want, result) {
				t.Fatalf("%s, stopped after generation %d:\n%s", name, k, cmp.Diff(want, result))
			}
		}
	}
}

// A missing gradient stops the run in its generation. Only individuals that were just
// drawn need a gradient, and only where breeding follows it.
func TestRun_brokenGradient(t *testing.T) {
	const elite, child, averaged = 0, 7, 2
	asked, unasked := samplesByGradient, samplesByRanks
	for _, tt := range []struct {
		name      string
		algorithm way
		place     int
		gradient  func([]float64) []float64
		say       string // empty when the run continues
	}{
		{"short", asked, child, func(c []float64) []float64 { return c[1:] }, "generation 2: measure: individual g002-007: gradient: want 20 genes, have 19"},
		{"long", asked, child, func(c []float64) []float64 { return append(c, 1) }, "want 20 genes, have 21"},
		{"empty", asked, child, func([]float64) []float64 { return []float64{} }, "want 20 genes, have 0"},
		{"short, of an elite", asked, elite, func(c []float64) []float64 { return c[1:] }, "want 20 genes, have 19"},
		{"short, unasked", unasked, child, func(c []float64) []float64 { return c[1:] }, "want 20 genes, have 19"},
		{"NaN", asked, child, func(c []float64) []float64 { c[3] = math.NaN(); return c }, "individual g002-007: gradient of gene g0.3: NaN is no measurement"},
		{"infinite", asked, child, func(c []float64) []float64 { c[19] = math.Inf(-1); return c }, "gradient of gene g1.9: -Inf is no measurement"},
		{"NaN, unasked", unasked, child, func(c []float64) []float64 { c[3] = math.NaN(); return c }, "NaN is no measurement"},
		{"none", asked, child, func([]float64) []float64 { return nil }, "individual g002-007: fitness without a gradient"},
		{"none, unasked", unasked, child, func([]float64) []float64 { return nil }, ""},
		{"none, of an elite", asked, elite, func([]float64) []float64 { return nil }, ""},
		{"none, of the averaged one", asked, averaged, func([]float64) []float64 { return nil }, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cfg := climbing()
			tt.algorithm.set(&cfg)
			cfg.Generations = 4
			l, k := newSlope(), &keep{}
			l.at, l.spoil = 2, func(fs []stats.Fitness) { fs[tt.place].Gradient = tt.gradient(fs[tt.place].Gradient) }
			_, err := evolve.Run(context.Background(), l.schema, cfg, l, l, k, nil)
			switch {
			case tt.say == "" && (err != nil || len(k.all) != 4):
				t.Errorf("%d generations, %v", len(k.all), err)
			case tt.say != "" && (err == nil || !strings.Contains(err.Error(), tt.say) || len(k.all) != 2):
				t.Errorf("%d generations, error %v, want %q", len(k.all), err, tt.say)
			}
		})
	}
}

// A run cannot go on by another algorithm, nor follow something else.
func TestRun_algorithmRefuses(t *testing.T) {
	for _, from := range ways {
		first := climbing()
		from.set(&first)
		first.Generations = 3
		result, _, l := climb(t, first, nil)
		for _, to := range ways {
			next := climbing()
			to.set(&next)
			want := ""
			if to.follow != from.follow {
				want = "follow"
			}
			if to.algorithm != from.algorithm {
				want = "algorithm"
			}
			_, err := evolve.Run(context.Background(), l.schema, next, l, l, nil, result)
			var field *setting.Error
			if have := errors.As(err, &field); have != (want != "") || have && field.Key != want {
				t.Errorf("%s to %s: %v", from, to, err)
			}
		}
	}
}
