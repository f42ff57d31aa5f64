package evolve_test

import (
	"context"
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// twoHills is a landscape with a broad hill at the defaults and a higher one at other values of three genes, which are
// worthless one by one; the last gene is a word.
type twoHills struct{}

func (twoHills) schema() *genome.Schema {
	s := &genome.Schema{Game: "two hills", Version: 1}
	for i := range 12 {
		s.Genes = append(s.Genes, gene.Gene{Name: "slope." + strconv.Itoa(i), Group: "slope", Unit: "u", Min: -1, Max: 1, Default: -0.3, Doc: "d"})
	}
	g := &s.Genes[11]
	g.Words, g.Min, g.Max, g.Default = 3, -0.5, 2.5, 0
	return s
}

func (twoHills) truth(v genome.Vector) float64 {
	near, far, rest := 0.0, 0.0, 0.0
	for i, x := range v[:11] {
		if i < 3 {
			near += (x + 0.3) * (x + 0.3)
			far += (x - 0.8) * (x - 0.8)
		} else {
			rest += math.Pow(x-0.05*float64(i-3), 2) / 8
		}
	}
	return max(0.5*math.Exp(-near), 0.8*math.Exp(-6*far)) + 0.05*(1-rest)
}

func (h twoHills) Evaluate(ctx context.Context, round evolve.GenerationInfo, population []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(population))
	for i, v := range population {
		games := 100 * (1 + int64(round.Age)/8) * int64(round.Times)
		se := 0.0144 / math.Sqrt(float64(games)/100)
		out[i] = stats.Fitness{Mean: h.truth(v) + se*normal(uint64(round.Number), print64(v)), SE: se, Games: games}
	}
	return out, ctx.Err()
}

func (twoHills) Challenge(context.Context, evolve.GenerationInfo, genome.Vector) (stats.Verdict, error) {
	panic("islands have no challenges")
}

func islandConfig(seed uint64) evolve.Config {
	c := evolve.DefaultConfig()
	c.Seed, c.Algorithm, c.Champion, c.Population, c.Islands, c.Generations = seed, evolve.AlgorithmDistribution, evolve.ChampionAveraged, 20, 12, 150
	return c
}

// A run with islands that is resumed in any of its stages ends as if it had never stopped. Its stages follow each other as
// [evolve.Islands] says: islands take their share of a round's games, all are crossed, eight of these compared, two bred on,
// and these and the leader compared; the winner of a comparison leads on.
func TestRun_islandStages(t *testing.T) {
	h, k := twoHills{}, &keep{}
	want := guard.Value(evolve.Run(t.Context(), h.schema(), islandConfig(3), h, h, k, nil))(t)
	stops, bred, compared, games := []int{len(k.all) - 2}, map[int]int64{}, []int(nil), int64(0)
	for i, g := range k.all[1:] {
		if before := k.all[i]; g.Algorithm != before.Algorithm || g.Island != before.Island && len(stops) < 8 {
			stops = append(stops, i)
		}
		if games += k.all[i].Games; games < 80_000 && g.Island != 1 {
			t.Errorf("generation %d, after %d games: island %d is bred", g.Number, games, g.Island)
		}
		switch s := g.Distribution.Islands; {
		case g.Algorithm == evolve.AlgorithmCrossing && len(g.Individuals) != 12*6:
			t.Errorf("generation %d: %d individuals are crossed, want 12 means and 5 children each", g.Number, len(g.Individuals))
		case g.Algorithm == evolve.AlgorithmComparison:
			compared = append(compared, len(g.Individuals))
			if len(g.Individuals) == 3 && g.Champion.Belief.Mean != slices.MaxFunc(g.Individuals, func(a, b evolve.Individual) int {
				return int(math.Copysign(1, a.Belief.Mean-b.Belief.Mean))
			}).Belief.Mean {
				t.Errorf("generation %d: the champion is not the best of the comparison", g.Number)
			}
		case g.Algorithm == evolve.AlgorithmDistribution:
			if bred[g.Island] += g.Games; g.Island == s.Leader && g.Champion.ID != g.Individuals[0].ID || g.Island != s.Leader && g.Champion.ID != k.all[i].Champion.ID {
				t.Errorf("generation %d of island %d: champion %s", g.Number, g.Island, g.Champion.ID)
			}
		}
	}
	if len(compared) < 2 || compared[0] != 8 || compared[1] != 3 || len(bred) < 14 {
		t.Fatalf("%v individuals were compared, %d islands bred", compared, len(bred))
	}
	for island := 2; island <= 12; island++ { // 30 % of 220,000 games, to a generation
		if n := bred[island]; n < 6000 || n > 6000+8000 {
			t.Errorf("island %d was bred with %d games", island, n)
		}
	}
	for _, stop := range stops {
		if diff := cmp.Diff(want, guard.Value(evolve.Run(t.Context(), h.schema(), islandConfig(3), h, h, nil, &k.all[stop]))(t)); diff != "" {
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
			c.Islands, c.Sigma = islands, 0.1
			if got := guard.Value(evolve.Run(t.Context(), h.schema(), c, h, h, nil, nil))(t); h.truth(got.Champion.Genes) > 0.7 {
				found[islands]++
			}
		}
	}
	if found[1] > 5 || found[12] < 9 {
		t.Errorf("the higher hill was found by 1 and 12 islands in %v of 10 seeds", found)
	}
}
