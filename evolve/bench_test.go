package evolve_test

import (
	"context"
	"fmt"
	"testing"

	"bloodline/evolve"
	"bloodline/genome"
)

// contenders are settings of the GA, each as a change of the defaults.
var contenders = []struct {
	name string
	edit func(*evolve.Config)
}{
	{"default", func(*evolve.Config) {}},
	{"normal", func(c *evolve.Config) { c.Crossover, c.RandomShare, c.Trend = evolve.OpNormal, 0, 0.04 }},
	{"parents=2", func(c *evolve.Config) { c.Parents = 2 }},
	{"parents=4", func(c *evolve.Config) { c.Parents = 4 }},
	{"parents=16", func(c *evolve.Config) { c.Parents = 16 }},
	{"parents=32", func(c *evolve.Config) { c.Parents = 32 }},
	{"uniform", func(c *evolve.Config) { c.Crossover = evolve.OpUniform }},
	{"group", func(c *evolve.Config) { c.Crossover = evolve.OpGroup }},
	{"blend", func(c *evolve.Config) { c.Crossover = evolve.OpBlend }},
	{"mutation-only", func(c *evolve.Config) { c.CrossoverRate = 0 }},
	{"crossover=0.8", func(c *evolve.Config) { c.CrossoverRate = 0.8 }},
	{"rate=0.03", func(c *evolve.Config) { c.MutationRate = 0.03 }},
	{"rate=0.3,step=0.1", func(c *evolve.Config) { c.MutationRate, c.Step = 0.3, 0.1 }},
	{"rate=1,step=0.05", func(c *evolve.Config) { c.MutationRate, c.Step = 1, 0.05 }},
	{"step=0.1", func(c *evolve.Config) { c.Step = 0.1 }},
	{"step=0.3", func(c *evolve.Config) { c.Step = 0.3 }},
	{"fixed-step", func(c *evolve.Config) { c.StepLearning = 0 }},
	{"heavy=0.1", func(c *evolve.Config) { c.Heavy = 0.1 }},
	{"spread=0.15", func(c *evolve.Config) { c.Spread = 0.15 }},
	{"spread=1", func(c *evolve.Config) { c.Spread = 1 }},
	{"random=0.5", func(c *evolve.Config) { c.RandomShare = 0.5 }},
	{"random=1", func(c *evolve.Config) { c.RandomShare = 1 }},
	{"tournament=2", func(c *evolve.Config) { c.Tournament = 2 }},
	{"tournament=7", func(c *evolve.Config) { c.Tournament = 7 }},
	{"elites=1", func(c *evolve.Config) { c.Elites = 1 }},
	{"elites=10", func(c *evolve.Config) { c.Elites = 10 }},
	{"immigrants=5", func(c *evolve.Config) { c.Immigrants = 5 }},
	{"no-consensus", func(c *evolve.Config) { c.Trend = 0 }},
	{"trend=0.3", func(c *evolve.Config) { c.Trend = 0.3 }},
	{"trend=0.07", func(c *evolve.Config) { c.Trend = 0.07 }},
	{"best=0.1", func(c *evolve.Config) { c.BestShare = 0.1 }},
	{"best=0.5", func(c *evolve.Config) { c.BestShare = 0.5 }},
}

const benchSeeds = 10

var budgets = [][2]int{{50, 40}, {100, 100}, {60, 160}} // population, generations

// BenchmarkBreeding compares settings by the true fitness of the champion that
// they crown, as the mean over ten seeds of each of three landscapes with 150
// genes. Run it with -benchtime 1x; a line takes two to five seconds.
//
// champion is what the Judge crowned, consensus the last consensus, judged the
// games of the judge per generation.
func BenchmarkBreeding(b *testing.B) {
	for _, budget := range budgets {
		for _, tt := range contenders {
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

// BenchmarkRivals measures other searches in the same way: they get as many
// samples as the GA. Theirs is the last centre of an evolution strategy, and the
// best sample of the others.
func BenchmarkRivals(b *testing.B) {
	for _, budget := range budgets {
		for _, tt := range rivals {
			b.Run(fmt.Sprintf("budget=%dx%d/%s", budget[0], budget[1], tt.name), func(b *testing.B) {
				for b.Loop() {
					var total outcome
					each(func(seed uint64, l *landscape) {
						total.add(outcome{champion: l.truth(tt.search(l, budget[0], budget[1], seed)), runs: 1})
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
type outcome struct{ champion, consensus, judged, runs float64 }

func (o *outcome) add(p outcome) {
	o.champion += p.champion
	o.consensus += p.consensus
	o.judged += p.judged
	o.runs += p.runs
}

func (o *outcome) report(b *testing.B) {
	b.ReportMetric(o.champion/o.runs, "champion")
	b.ReportMetric(o.consensus/o.runs, "consensus")
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
	for _, one := range result.Last.Individuals {
		if one.Operator == evolve.OpConsensus && one.Born == result.Last.Number {
			o.consensus = l.truth(one.Genes)
		}
	}
	return o
}

// TestRun_strength holds the defaults to what they were chosen for: on a tenth of
// a run's usual budget they beat the best of as many random genomes, and the
// simple evolution strategies, by more than the noise of a measurement.
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
		for _, rival := range rivals {
			other[rival.name] += l.truth(rival.search(l, n, generations, seed)) / seeds
		}
	}
	t.Logf("defaults of the schema %.4f, GA %.4f, rivals %v", start, ga, other)
	for _, name := range []string{"random", "varied", "1+1"} {
		if ga < other[name]+0.015 {
			t.Errorf("GA reaches %.4f, %s %.4f", ga, name, other[name])
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

func (free) Evaluate(_ context.Context, generation int, population []genome.Vector) ([]evolve.Fitness, error) {
	out := make([]evolve.Fitness, len(population))
	for i, v := range population {
		out[i] = evolve.Fitness{Mean: v[generation%len(v)], StdErr: 1, Games: 1}
	}
	return out, nil
}

func (free) Challenge(context.Context, int, genome.Vector, genome.Vector) (evolve.Verdict, error) {
	return evolve.Verdict{}, nil
}
