package evolve_test

import (
	"context"
	"fmt"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// peak is a game without chance: the fitness of a genome is how near it is to (0.8, 0.2).
type peak struct{}

func height(v genome.Vector) float64 {
	return 1 - (v[0]-0.8)*(v[0]-0.8) - (v[1]-0.2)*(v[1]-0.2)
}

func (peak) Evaluate(_ context.Context, _ evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		out[i] = stats.Fitness{Mean: height(v), SE: 0.001, Games: 1}
	}
	return out, nil
}

func (peak) Challenge(_ context.Context, r evolve.GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	return stats.Verdict{Accepted: height(candidate) > height(r.Champion), Games: 1, Share: 0.5}, nil
}

func ExampleRun() {
	schema := &genome.Schema{Game: "peak", Version: 1, Genes: []gene.Gene{
		{Name: "x", Group: "place", Unit: "share", Min: 0, Max: 1, Default: 0.5, Doc: "Goes right."},
		{Name: "y", Group: "place", Unit: "share", Min: 0, Max: 1, Default: 0.5, Doc: "Goes up."},
	}}
	cfg := evolve.DefaultConfig()
	cfg.Population, cfg.Generations = 30, 15
	result, err := evolve.Run(context.Background(), schema, cfg, peak{}, peak{}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("the champion stands at (%.2f, %.2f)\n", result.Champion.Genes[0], result.Champion.Genes[1])
	// Output:
	// the champion stands at (0.80, 0.20)
}
