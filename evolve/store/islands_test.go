package store_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// twoHills is a landscape with a broad hill at the defaults and a higher one at other values of three genes, which are
// worthless one by one; a word is worth something on the second.
type twoHills struct{ hill }

func (twoHills) schema() *genome.Schema {
	s := hill{}.schema()
	s.Game, s.Genes[11].Words, s.Genes[11].Min, s.Genes[11].Max, s.Genes[11].Default = "two hills", 3, -0.5, 2.5, 0
	return s
}

func (twoHills) truth(v genome.Vector) float64 {
	near, far := 0.0, 0.0
	for _, x := range v[:3] {
		near += (x + 0.3) * (x + 0.3)
		far += (x - 0.8) * (x - 0.8)
	}
	return max(0.5*math.Exp(-near), 0.8*math.Exp(-6*far)) + 0.05*height(v[3:11])
}

func (h twoHills) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		games := 100 * (1 + int64(round.Age)/8) * int64(round.Times)
		out[i] = stats.Fitness{Mean: h.truth(v) + noise(round.Number, v)/math.Sqrt(float64(games)/100), SE: 0.05 / math.Sqrt(12), Games: games}
	}
	return out, ctx.Err()
}

func islandConfig(seed uint64) evolve.Config {
	c := evolve.DefaultConfig()
	c.Seed, c.Algorithm, c.Champion, c.Population, c.Islands, c.Generations = seed, evolve.AlgorithmDistribution, evolve.ChampionAveraged, 20, 12, 150
	return c
}

// Of a run with islands the store has in each of its stages what the run had.
func TestStore_Resume_islands(t *testing.T) {
	h := twoHills{}
	s := mustOpen(t, temp(t))
	in := store.NewInfo("islands", h.schema())
	in.Config, in.Program = info("islands").Config, info("islands").Program
	r := guard.Value(s.Begin(in))(t)
	stages := map[string]int{}
	guard.Value(evolve.Run(t.Context(), h.schema(), islandConfig(3), h, h, evolve.RecorderFunc(func(g evolve.Generation) error {
		guard.Must(t, r.Record(g))
		if stages[g.Algorithm]++; stages[g.Algorithm] > 1 && g.Number%10 != 0 {
			return nil
		}
		guard.Must(t, r.Finish(store.Stopped))
		again, state, err := s.Resume("islands")
		guard.Must(t, err)
		if diff := cmp.Diff(&g, state); diff != "" {
			t.Errorf("after generation %d:\n%s", g.Number, diff)
		}
		r = again
		return nil
	}), nil))(t)
	if len(stages) != 3 {
		t.Errorf("stages of %v generations", stages)
	}
}

// flat is a landscape with as many genes as Coup has, whose generations have enough games for islands.
type flat struct{ hill }

func (flat) schema() *genome.Schema {
	s := hill{}.schema()
	for g := s.Genes[0]; len(s.Genes) < 1023; s.Genes = append(s.Genes, g) {
		g.Name = "flat." + strconv.Itoa(len(s.Genes))
	}
	return s
}

func (f flat) Evaluate(ctx context.Context, round evolve.GenerationInfo,
	population []genome.Vector,
) ([]stats.Fitness, error) {
	out, err := f.hill.Evaluate(ctx, round, population)
	for i := range out {
		out[i].Games = 3000
	}
	return out, err
}

// The climbers of a run with a thousand genes learn no correlations, which the store could not hold.
func TestStore_Record_islandsOfManyGenes(t *testing.T) {
	f, climbed := flat{}, false
	in := store.NewInfo("many", f.schema())
	in.Config, in.Program = info("many").Config, info("many").Program
	r, err := mustOpen(t, temp(t)).Begin(in)
	guard.Must(t, err)
	c := islandConfig(1)
	c.Population, c.Islands, c.Generations = 8, 2, 20
	_, err = evolve.Run(t.Context(), f.schema(), c, f, f, evolve.RecorderFunc(func(g evolve.Generation) error {
		climbed = climbed || g.Island > 2
		return r.Record(g)
	}), nil)
	if guard.Must(t, err); !climbed {
		t.Error("no island has climbed")
	}
}
