package optimiser_test

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// search returns what a search hands in after a budget of games.
type search func(t *testing.T, k *entrants, seed uint64, budget int64) genome.Vector

// byArm breeds with an arm.
func byArm(name string) search {
	return func(t *testing.T, k *entrants, seed uint64, budget int64) genome.Vector {
		task := optimiser.Task{Schema: k.schema, Evaluator: k, Seed: seed, Budget: budget}
		got, err := optimiser.Breed(context.Background(), arms(t, 15, name)[0], task)
		if err != nil {
			t.Error(err)
		}
		return got.Best
	}
}

// byDistribution breeds with evolve's algorithm and a play-off, as a run of programs does.
func byDistribution(t *testing.T, k *entrants, seed uint64, budget int64) genome.Vector {
	cfg := evolve.DefaultConfig()
	cfg.Seed, cfg.Algorithm, cfg.Champion = seed, evolve.AlgorithmDistribution, evolve.ChampionAveraged
	cfg.Population, cfg.Averaging, cfg.Sigma = 12, 0.3, 0.15
	cfg.Generations = int(optimiser.SearchGames(budget) / (12 * k.games))
	var champions []genome.Vector
	each := evolve.RecorderFunc(func(g evolve.Generation) error {
		champions = append(champions, g.Champion.Genes)
		return nil
	})
	if _, err := evolve.Run(context.Background(), k.schema, cfg, k, nil, each, nil); err != nil {
		t.Error(err)
	}
	last := &evolve.Generation{Number: len(champions) - 1, Champion: evolve.Individual{Genes: champions[len(champions)-1]}}
	task := optimiser.Task{Schema: k.schema, Evaluator: k, Budget: budget - k.spent}
	r, err := optimiser.Playoff(context.Background(), task, optimiser.Finals(k.schema, champions), k.games, optimiser.Record{Past: []*evolve.Generation{last}})
	if err != nil {
		t.Error(err)
	}
	return r.Champion.Genes
}

// TestContests measures the champions' true shares of the points in three contests after a budget of games, in
// games that no search has seen. CONTEST_SEEDS=30 CONTEST_GAMES=20000 repeats the table of docs/experiments.md in an
// hour on two cores.
func TestContests(t *testing.T) {
	guard.Slow(t)
	seeds, games := number("CONTEST_SEEDS", 4), number("CONTEST_GAMES", 1000)
	others := []struct {
		name string
		search
		behind bool // certainly, in the mean of the contests
	}{{"random", byArm("random"), false}, {"sep-cma", byArm("sep-cma"), false}, {"distribution", byDistribution, true}}
	for _, budget := range []int64{700, 3000, 10000}[:min(3, 2+seeds/30)] {
		leads := map[string][]float64{}
		for _, c := range contests {
			start := c.truth(c.schema.Default(), games)
			own := shares(t, c, "plus", byArm("plus"), budget, seeds, games)
			if won := stats.SampleOf(own).Mean; won < start+0.05 {
				t.Errorf("%s with %d games: plus has %.3f, the defaults %.3f", c.name, budget, won, start)
			}
			for _, other := range others {
				for i, x := range shares(t, c, other.name, other.search, budget, seeds, games) {
					leads[other.name] = append(leads[other.name], own[i]-x)
				}
			}
		}
		for _, other := range others {
			lead := stats.SampleOf(leads[other.name])
			t.Logf("all %6d  %-12s behind by %4.1f (%.1f to %.1f)", budget, other.name, 100*lead.Mean, 100*lead.Low, 100*lead.High)
			if lead.Mean <= 0 && other.behind {
				t.Errorf("with %d games %s is not behind", budget, other.name)
			}
		}
	}
}

func number(variable string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return usual
}

// shares returns the true shares of champions by seed.
func shares(t *testing.T, c *contest, name string, find search, budget int64, seeds, games int) []float64 {
	out, next := make([]float64, seeds), make(chan int, seeds)
	for seed := range seeds {
		next <- seed
	}
	close(next)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for seed := range next {
				k := &entrants{contest: c, games: 4}
				out[seed] = c.truth(find(t, k, uint64(seed+1), budget), games)
				if k.spent > budget {
					t.Errorf("%s spent %d games of %d", name, k.spent, budget)
				}
			}
		})
	}
	all.Wait()
	e := stats.SampleOf(out)
	t.Logf("%-9s %6d  %-12s %4.1f ±%.1f  worst %4.1f", c.name, budget, name, 100*e.Mean, 50*(e.High-e.Low), 100*slices.Min(out))
	return out
}
