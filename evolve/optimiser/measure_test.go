package optimiser_test

import (
	"cmp"
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/internal/tier"
)

// shipped breeds as breed did by default: algorithm distribution, the last average is
// handed in.
func shipped(t *testing.T, k *task, seed uint64, budget int64) genome.Vector {
	cfg := evolve.DefaultConfig()
	cfg.Seed, cfg.Algorithm, cfg.Champion = seed, evolve.AlgorithmDistribution, evolve.ChampionAveraged
	cfg.Population, cfg.Averaging, cfg.Sigma = 12, 0.3, 0.15
	cfg.Generations = int(budget / (12 * k.games))
	r, err := evolve.Run(context.Background(), k.schema, cfg, k, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Champion.Genes
}

// plain is a (mu, lambda) search as anybody writes it in an hour: twenty children of a
// mean, which moves to the mean of the five best; the step shrinks over the run.
func plain(t *testing.T, k *task, seed uint64, budget int64) genome.Vector {
	const lambda, mu = 20, 5
	rng := rand.New(rand.NewPCG(seed, 99))
	mean := k.schema.Point(k.schema.Default())
	generations := int(budget / (lambda * k.games))
	for g := range generations {
		step := 0.2 - 0.15*float64(g)/float64(generations)
		children := make([]genome.Vector, lambda)
		for i := range children {
			x := slices.Clone(mean)
			for j := range x {
				x[j] = max(0, min(1, x[j]+step*rng.NormFloat64()))
			}
			children[i] = k.schema.Express(x)
		}
		fs, err := k.Evaluate(context.Background(), evolve.Round{Number: g}, children)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, lambda)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fs[b].Mean, fs[a].Mean) })
		next := make([]float64, len(mean))
		for _, i := range order[:mu] {
			for j, x := range k.schema.Point(children[i]) {
				next[j] += x / mu
			}
		}
		mean = next
	}
	return k.schema.Express(mean)
}

func TestTasks(t *testing.T) {
	tier.Slow(t)
	env := func(key, otherwise string) []string {
		if v := os.Getenv(key); v != "" {
			otherwise = v
		}
		return strings.Split(otherwise, ",")
	}
	seeds, _ := strconv.Atoi(env("SEEDS", "20")[0])
	searches := map[string]func(*testing.T, *task, uint64, int64) genome.Vector{"shipped": shipped, "plain": plain}
	arms, err := optimiser.Choose([]string{"tpe", "sep-cma", "parabola", "random"}, 12, 10)
	if err != nil {
		t.Fatal(err)
	}
	arms = append(arms, optimiser.Surrogate{Population: func() int { n, _ := strconv.Atoi(env("POP", "12")[0]); return n }()})
	for _, a := range arms {
		searches[a.Name()] = func(t *testing.T, k *task, seed uint64, budget int64) genome.Vector {
			v, _, err := a.Breed(context.Background(), k.schema, seed, k, budget)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	for _, kind := range env("KINDS", "csb,tron,logistic") {
		for _, word := range env("BUDGETS", "300,700,3000,10000") {
			budget, _ := strconv.ParseInt(word, 10, 64)
			for _, name := range env("ARMS", "shipped,plain,tpe,sep-cma,parabola,random") {
				var wins []float64
				games, below := int64(8), 0
				if name == "surrogate" {
					games, _ = strconv.ParseInt(env("PRICE", "4")[0], 10, 64)
				}
				spent := int64(0)
				for seed := range uint64(seeds) {
					k := newTask(kind, seed+100, games)
					wins = append(wins, k.truth(searches[name](t, k, seed, budget)))
					if wins[seed] < k.truth(k.schema.Default()) {
						below++
					}
					spent = max(spent, k.spent)
				}
				e := optimiser.EstimateOf(wins)
				t.Logf("%-9s %6d  %-10s %5.1f ±%.1f  worst %4.1f  below defaults %d  spent %d", kind, budget, name, 100*e.Mean, 50*(e.High-e.Low), 100*slices.Min(wins), below, spent)
			}
		}
	}
}
