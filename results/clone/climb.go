package clone

import (
	"context"
	"math/rand/v2"

	"bloodline/arena/clone"
	"bloodline/engine/roll"
	"bloodline/evolve"
	"bloodline/genome"
)

// The search for agreement: generations of a population that is judged by a part of the decisions, drawn
// anew for each.
const (
	climbers  = 24
	climbs    = 60
	climbPart = 300
)

// climb searches genes by how far their rules' answers agree with the decisions, with separable CMA-ES.
func (s *Study) climb(ctx context.Context, use func(i int) bool) (genome.Vector, error) {
	e := agreement{s.decisions, nil}
	for i := range s.decisions.Len() {
		if use(i) {
			e.places = append(e.places, i)
		}
	}
	c := evolve.DefaultConfig()
	c.Algorithm, c.Follow, c.Champion = evolve.AlgorithmDistribution, evolve.FollowRanks, evolve.ChampionAveraged
	c.Population, c.Generations, c.Sigma = climbers, climbs, 0.15
	got, err := evolve.Run(ctx, s.Game.Schema, c, e, nil, nil, nil)
	return got.Champion.Genes, err
}

// agreement measures genomes by how far they answer as a player did. A game is a decision.
type agreement struct {
	of     clone.Decisions
	places []int
}

// Evaluate implements evolve.Evaluator.
func (e agreement) Evaluate(ctx context.Context, r evolve.GenerationInfo, population []genome.Vector) ([]evolve.Fitness, error) {
	places := e.places
	if len(places) > climbPart {
		rng := rand.New(rand.NewPCG(roll.Mix(climbDomain, uint64(r.Number)), 0))
		places = make([]int, climbPart)
		for i := range places {
			places[i] = e.places[rng.IntN(len(e.places))]
		}
	}
	out := make([]evolve.Fitness, len(population))
	for k, v := range population {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		agrees, sum := e.of.Agreement(v), 0.0
		for _, i := range places {
			sum += agrees(i)
		}
		out[k] = evolve.Fitness{Mean: sum / float64(len(places)), Games: int64(len(places))}
	}
	return out, nil
}

// climbDomain keeps the draws of decisions apart from all others.
const climbDomain = 0x636c696d62
