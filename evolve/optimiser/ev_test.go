package optimiser_test

import (
	"context"
	"fmt"

	"bloodline/evolve"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
)

type free struct{}

func (free) Challenge(_ context.Context, r evolve.Round, c genome.Vector) (evolve.Verdict, error) {
	return evolve.Verdict{Accepted: true}, nil
}

func ev(games int64, edit func(*evolve.Config)) finder {
	return func(k *entrants, seed uint64, budget int64) genome.Vector {
		k.games = games
		cfg := evolve.DefaultConfig()
		cfg.Seed = seed
		cfg.Population, cfg.Champion, cfg.Averaging, cfg.Sigma = 12, evolve.ChampionAveraged, 0.3, 0.2
		edit(&cfg)
		cfg.Generations = int(optimiser.SearchGames(budget) / (int64(cfg.Population) * games))
		var champions []genome.Vector
		each := evolve.RecorderFunc(func(g evolve.Generation) error {
			champions = append(champions, g.Champion.Genes)
			return nil
		})
		if _, err := evolve.Run(context.Background(), k.schema, cfg, k, free{}, each, nil); err != nil {
			panic(err)
		}
		last := &evolve.Generation{Number: len(champions) - 1, Champion: evolve.Individual{Genes: champions[len(champions)-1]}}
		r, err := optimiser.Playoff(context.Background(), optimiser.Task{Schema: k.schema, Evaluator: k, Budget: budget - k.spent}, optimiser.Finals(k.schema, champions), k.games, optimiser.Record{Past: []*evolve.Generation{last}})
		if err != nil {
			panic(err)
		}
		return r.Champion.Genes
	}
}

func init() {
	for _, sg := range []float64{0.15, 0.3, 0.5} {
		finders["dist-"+fmt.Sprint(sg)] = ev(4, func(c *evolve.Config) { c.Algorithm, c.Sigma = evolve.AlgorithmDistribution, sg })
		finders["dist20-"+fmt.Sprint(sg)] = ev(4, func(c *evolve.Config) { c.Algorithm, c.Sigma, c.Population = evolve.AlgorithmDistribution, sg, 20 })
		finders["gen-"+fmt.Sprint(sg)] = ev(4, func(c *evolve.Config) { c.Sigma = sg })
		finders["gen30-"+fmt.Sprint(sg)] = ev(4, func(c *evolve.Config) { c.Sigma, c.Population = sg, 30 })
		finders["elite-"+fmt.Sprint(sg)] = ev(8, func(c *evolve.Config) { c.Sigma, c.Population, c.Elites, c.Champion = sg, 15, 5, evolve.ChampionTested })
	}
}
