package store_test

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// hill is a noisy fitness whose samples belong to their coordinates.
type hill struct {
	pause    time.Duration // of a generation
	began    chan bool     // hears of each generation, unless it is nil
	stubborn int           // generations in which no challenger is accepted
	gradient bool          // is given: the slope, with noise
}

func (h hill) schema() *genome.Schema {
	s := &genome.Schema{Game: "hill", Version: 3}
	for i := range 12 {
		s.Genes = append(s.Genes, gene.Gene{Name: fmt.Sprintf("slope.%d", i), Group: "slope", Unit: "u", Min: -1, Max: 1, Default: -0.3, Doc: "d"})
	}
	return s
}

func height(v genome.Vector) float64 {
	sum := 0.0
	for i, x := range v {
		sum += (x - 0.05*float64(i)) * (x - 0.05*float64(i)) / float64(len(v))
	}
	return 1 - sum
}

func noise(generation int, v genome.Vector) float64 {
	h := uint64(generation)
	for _, x := range v {
		h = roll.Mix(h, math.Float64bits(x))
	}
	return 0.05 * (roll.Unit(h) - 0.5)
}

func (h hill) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	time.Sleep(h.pause)
	if h.began != nil {
		h.began <- true
	}
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		out[i] = stats.Fitness{Mean: height(v) + noise(round.Number, v), SE: 0.05 / math.Sqrt(12), Games: 100 + int64(i)}
		if h.gradient {
			for k, x := range v {
				out[i].Gradient = append(out[i].Gradient, -2*(x-0.05*float64(k))/float64(len(v))+noise(round.Number+1000*k, v))
			}
		}
	}
	return out, ctx.Err()
}

func (h hill) Challenge(ctx context.Context, round evolve.GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	edge := height(candidate) - height(round.Champion) + noise(round.Number, candidate)/2
	return stats.Verdict{Accepted: edge > 0 && round.Number >= h.stubborn, LLR: 3 * edge / (1 + math.Abs(edge)), Rounds: 7, Games: 14, Share: 0.5 + edge/10}, ctx.Err()
}

func config() evolve.Config {
	cfg := evolve.DefaultConfig()
	cfg.Algorithm = evolve.AlgorithmDistribution
	cfg.Seed, cfg.Population, cfg.Generations = math.MaxUint64-1, 16, 30
	return cfg
}

// instant is a clock that stands.
var instant = time.Date(2024, 2, 29, 12, 0, 0, 123456789, time.UTC)

func mustOpen(tb testing.TB, path string) *store.Store {
	tb.Helper()
	s, err := store.Open(context.Background(), path)
	guard.Must(tb, err)
	s.Now = func() time.Time { return instant }
	tb.Cleanup(func() { _ = s.Close() })
	return s
}

func info(name string) store.Info {
	i := store.NewInfo(name, hill{}.schema())
	i.Config, i.Seed, i.Program = "evolve:\n  seed: 1\n", config().Seed, "v0.0.0-test"
	return i
}

// bred fills a store with one run and returns what was recorded.
func bred(tb testing.TB, s *store.Store, name string) (*evolve.Generation, []evolve.Generation) {
	tb.Helper()
	r, err := s.Begin(info(name))
	guard.Must(tb, err)
	var all []evolve.Generation
	keep := evolve.RecorderFunc(func(g evolve.Generation) error { all = append(all, g); return nil })
	h := hill{stubborn: 4}
	result, err := evolve.Run(context.Background(), h.schema(), config(), h, h, evolve.Recorders{r, keep}, nil)
	guard.Must(tb, err)
	guard.Must(tb, r.Finish(store.Finished))
	return result, all
}

// temp is the path of a store, with what a path can have on this system.
func temp(tb testing.TB) string {
	name := "line age?#%.db"
	if runtime.GOOS == "windows" {
		name = "line age#%.db"
	}
	return filepath.Join(tb.TempDir(), name)
}
