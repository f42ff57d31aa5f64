package evolve_test

import (
	"context"
	"fmt"
	"testing"

	"bloodline/evolve"
	"bloodline/genome"
)

// settings of the GA, each as a change of the defaults.
var settings = []struct {
	name string
	edit func(*evolve.Config)
}{
	{"default", func(*evolve.Config) {}},
	{"distribution", func(c *evolve.Config) { c.Algorithm, c.Averaging = evolve.AlgorithmDistribution, 0.04 }},
	{"sigma=0.1", func(c *evolve.Config) { c.Sigma = 0.1 }},
	{"sigma=0.4", func(c *evolve.Config) { c.Sigma = 0.4 }},
	{"elites=1", func(c *evolve.Config) { c.Elites = 1 }},
	{"elites=10", func(c *evolve.Config) { c.Elites = 10 }},
	{"averaging=0.3", func(c *evolve.Config) { c.Averaging = 0.3 }},
	{"averaging=0.07", func(c *evolve.Config) { c.Averaging = 0.07 }},
}

const benchSeeds = 10

var budgets = [][2]int{{50, 40}, {100, 100}, {60, 160}} // population, generations

// BenchmarkBreeding compares settings by the true fitness of their champion,
// as the mean over ten seeds of each of three landscapes with 150
// genes. Run it with -benchtime 1x; a line takes two to five seconds.
//
// champion is what the Judge accepted, averaged the last averaged individual, judged the
// games of the judge per generation.
func BenchmarkBreeding(b *testing.B) {
	for _, budget := range budgets {
		for _, tt := range settings {
			b.Run(fmt.Sprintf("budget=%dx%d/%s", budget[0], budget[1], tt.name), func(b *testing.B) {
				for b.Loop() {
					var total outcome
					each(func(seed uint64, l *landscape) {
						cfg := evolve.DefaultConfig()
						cfg.Seed, cfg.Population, cfg.Generations = seed, budget[0], budget[1]
						tt.edit(&cfg)
						total.add(breed(b, l, cfg))
					})
					total.report(b)
				}
			})
		}
	}
}

func each(f func(seed uint64, l *landscape)) {
	for seed := range uint64(benchSeeds) {
		for _, kind := range kinds {
			f(seed, newLandscape(kind, 150, seed))
		}
	}
}

// outcome is a sum over runs.
type outcome struct{ champion, averaged, judged, runs float64 }

func (o *outcome) add(p outcome) {
	o.champion += p.champion
	o.averaged += p.averaged
	o.judged += p.judged
	o.runs += p.runs
}

func (o *outcome) report(b *testing.B) {
	b.ReportMetric(o.champion/o.runs, "champion")
	b.ReportMetric(o.averaged/o.runs, "averaged")
	b.ReportMetric(o.judged/o.runs, "judged/gen")
}

// breed runs the GA once.
func breed(tb testing.TB, l *landscape, cfg evolve.Config) outcome {
	tb.Helper()
	o := outcome{runs: 1}
	rec := evolve.RecorderFunc(func(g evolve.Generation) error {
		if g.Verdict != nil {
			o.judged += float64(g.Verdict.Games) / float64(cfg.Generations)
		}
		return nil
	})
	result, err := evolve.Run(context.Background(), l.schema, cfg, l, l, rec, nil)
	if err != nil {
		tb.Fatal(err)
	}
	o.champion = l.truth(result.Champion.Genes)
	for _, ind := range result.Last.Individuals {
		if ind.Operator == evolve.OpAveraged && ind.Born == result.Last.Number {
			o.averaged = l.truth(ind.Genes)
		}
	}
	return o
}

// TestRun_strength holds the defaults to what they were chosen for: on a tenth of
// a run's usual budget they beat the best of as many random genomes, and the
// (1+1) evolution strategy, by more than the noise of a measurement.
func TestRun_strength(t *testing.T) {
	const n, generations, seeds = 50, 30, 4
	var ga, start float64
	other := map[string]float64{}
	for seed := range uint64(seeds) {
		l := newLandscape("quadratic", 150, seed)
		cfg := evolve.DefaultConfig()
		cfg.Seed, cfg.Population, cfg.Generations = seed, n, generations
		ga += breed(t, l, cfg).champion / seeds
		start += l.truth(l.schema.Default()) / seeds
		for _, search := range searches {
			other[search.name] += l.truth(search.search(l, n, generations, seed)) / seeds
		}
	}
	t.Logf("defaults of the schema %.4f, GA %.4f, others %v", start, ga, other)
	for name, reached := range other {
		if ga < reached+0.015 {
			t.Errorf("GA reaches %.4f, %s %.4f", ga, name, reached)
		}
	}
}

// BenchmarkGeneration is what a generation costs apart from games: breeding,
// beliefs, the hall of fame and eaopt.
func BenchmarkGeneration(b *testing.B) {
	l := newLandscape("quadratic", 150, 1)
	cfg := evolve.DefaultConfig()
	cfg.Generations = b.N + 1
	b.ReportAllocs()
	if _, err := evolve.Run(context.Background(), l.schema, cfg, free{}, free{}, nil, nil); err != nil {
		b.Fatal(err)
	}
}

// free measures for nothing.
type free struct{}

func (free) Evaluate(_ context.Context, round evolve.Round, population []genome.Vector) ([]evolve.Fitness, error) {
	out := make([]evolve.Fitness, len(population))
	for i, v := range population {
		out[i] = evolve.Fitness{Mean: v[round.Number%len(v)], StdErr: 1, Games: 1}
	}
	return out, nil
}

func (free) Challenge(context.Context, evolve.Round, genome.Vector) (evolve.Verdict, error) {
	return evolve.Verdict{}, nil
}
