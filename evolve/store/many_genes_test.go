package store_test

import (
	"context"
	"strconv"
	"testing"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// flat is a landscape whose generations have enough games for islands, with as many genes as Coup has.
type flat struct{ hill }

func (flat) schema() *genome.Schema {
	s := &genome.Schema{Game: "flat", Version: 1}
	for i := range 1023 {
		s.Genes = append(s.Genes, gene.Gene{Name: "g" + strconv.Itoa(i), Group: "g", Unit: "u", Doc: "A d.", Max: 1, Default: 0.5})
	}
	return s
}

func (flat) Evaluate(ctx context.Context, _ evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		out[i] = stats.Fitness{Mean: v[0], SE: 0.1, Games: 3000}
	}
	return out, ctx.Err()
}

// The climbers of a run with a thousand genes learn no correlations, which the store could not hold.
func TestStore_Record_islandsOfManyGenes(t *testing.T) {
	f, s := flat{}, mustOpen(t, temp(t))
	in := store.NewInfo("many", f.schema())
	in.Config, in.Program = info("many").Config, info("many").Program
	r, err := s.Begin(in)
	guard.Must(t, err)
	c := islandConfig(1)
	c.Population, c.Islands, c.Generations = 8, 2, 20
	climbed := false
	record := evolve.RecorderFunc(func(g evolve.Generation) error {
		climbed = climbed || g.Island > 2
		return r.Record(g)
	})
	_, err = evolve.Run(t.Context(), f.schema(), c, f, f, record, nil)
	guard.Must(t, err)
	if !climbed {
		t.Error("no island has climbed")
	}
}
