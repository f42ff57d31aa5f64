package clone

import (
	"context"
	"math/rand/v2"

	"bloodline/arena/clone"
	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
)

// How genes are searched: each generation is measured by so many decisions, drawn anew for it.
const (
	fitPopulation  = 24
	fitGenerations = 60
	fitDecisions   = 300
)

// searchAgreement searches genes by how far their rules' answers agree with the decisions, with separable CMA-ES.
func (s *Study) searchAgreement(ctx context.Context, use func(i int) bool) (genome.Vector, error) {
	e := agreement{s.decisions, nil}
	for i := range s.decisions.Len() {
		if use(i) {
			e.places = append(e.places, i)
		}
	}
	c := evolve.DefaultConfig()
	c.Algorithm, c.Follow, c.Champion = evolve.AlgorithmDistribution, evolve.FollowRanks, evolve.ChampionAveraged
	c.Population, c.Generations, c.Sigma = fitPopulation, fitGenerations, 0.15
	got, err := evolve.Run(ctx, s.Game.Schema, c, e, nil, nil, nil)
	return got.Champion.Genes, err
}

// agreement measures genomes by how far they answer as a player did. A game is a decision.
type agreement struct {
	of     clone.Decisions
	places []int // of the decisions to agree with
}

// Evaluate implements evolve.Evaluator.
func (e agreement) Evaluate(ctx context.Context, r evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	places := e.places
	if len(places) > fitDecisions {
		rng := rand.New(rand.NewPCG(roll.Mix(fitDomain, uint64(r.Number)), 0))
		places = make([]int, fitDecisions)
		for i := range places {
			places[i] = e.places[rng.IntN(len(e.places))]
		}
	}
	out := make([]stats.Fitness, len(population))
	for k, v := range population {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		agrees, sum := e.of.Agreement(v), 0.0
		for _, i := range places {
			sum += agrees(i)
		}
		out[k] = stats.Fitness{Mean: sum / float64(len(places)), Games: int64(len(places))}
	}
	return out, nil
}

// fitDomain keeps the draws of decisions apart from all others.
const fitDomain = 0x636c696d62
