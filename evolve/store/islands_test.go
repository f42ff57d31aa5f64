package store_test

import (
	"context"
	"math"
	"slices"
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

// A run with islands finds a hill that needs three genes changed together, and one that is resumed from the store in any
// of its stages ends as if it had never stopped.
func TestStore_Resume_islands(t *testing.T) {
	h := twoHills{}
	var whole []evolve.Generation
	keep := evolve.RecorderFunc(func(g evolve.Generation) error {
		whole = append(whole, g)
		return nil
	})
	want := guard.Value(evolve.Run(t.Context(), h.schema(), islandConfig(3), h, h, keep, nil))(t)
	s := mustOpen(t, temp(t))
	stages := map[string][]int{}
	for i, g := range whole {
		stage := g.Algorithm + strconv.Itoa(g.Island)
		if i == 0 || stage != whole[i-1].Algorithm+strconv.Itoa(whole[i-1].Island) {
			stages[g.Algorithm] = append(stages[g.Algorithm], i)
		}
	}
	if n := len(stages[evolve.AlgorithmDistribution]); n < 14 || len(stages[evolve.AlgorithmCrossing]) == 0 || len(stages[evolve.AlgorithmComparison]) < 2 {
		t.Fatalf("stages begin in generations %v of %d", stages, len(whole))
	}
	for _, stop := range slices.Concat(stages[evolve.AlgorithmCrossing], stages[evolve.AlgorithmComparison], stages[evolve.AlgorithmDistribution][1:3], []int{len(whole) - 2}) {
		name := "stop" + strconv.Itoa(stop)
		in := store.NewInfo(name, h.schema())
		in.Config, in.Program = info(name).Config, info(name).Program
		r := guard.Value(s.Begin(in))(t)
		for _, g := range whole[:stop+1] {
			guard.Must(t, r.Record(g))
		}
		again, state, err := s.Resume(name)
		guard.Must(t, err)
		got := guard.Value(evolve.Run(t.Context(), h.schema(), islandConfig(3), h, h, again, state))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("resumed after generation %d:\n%s", stop, diff)
		}
	}
}

// Of ten seeds the islands find the higher hill in nine, a single distribution in no more than five.
func TestRun_islands(t *testing.T) {
	h, found := twoHills{}, map[int]int{}
	for _, islands := range []int{1, 12} {
		for seed := range uint64(10) {
			c := islandConfig(seed + 1)
			c.Islands, c.Sigma, c.Generations = islands, 0.1, 150
			got := guard.Value(evolve.Run(t.Context(), h.schema(), c, h, h, nil, nil))(t)
			if h.truth(got.Champion.Genes) > 0.7 {
				found[islands]++
			}
		}
	}
	t.Logf("found by 1 and by 12 islands: %v", found)
	if found[1] > 5 || found[12] < 9 {
		t.Errorf("the higher hill was found by 1 and 12 islands in %v of 10 seeds", found)
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

func (f flat) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
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
