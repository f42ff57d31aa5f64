package evolve_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/internal/guard"
)

// coins is a landscape of ten genes whose fitness is the chance to win a game, which is all that a measurement sees.
type coins struct {
	*landscape
	games int // of a measurement
	spent int64
}

func newCoins(seed uint64) *coins { return &coins{newLandscape("quadratic", 10, seed), 12, 0} }

func (c *coins) Evaluate(ctx context.Context, round evolve.GenerationInfo, vs []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(vs))
	for i, v := range vs {
		won := 0
		for game := range c.games {
			if roll.Unit(roll.Mix(print64(v), uint64(round.Number), uint64(game))) < c.truth(v) {
				won++
			}
		}
		out[i] = stats.Fitness{Mean: float64(won) / float64(c.games), Games: int64(c.games)}
		c.spent += int64(c.games)
	}
	return out, ctx.Err()
}

func plus(seed uint64, generations int) evolve.Config {
	cfg := evolve.DefaultConfig()
	cfg.Seed, cfg.Algorithm, cfg.Population, cfg.Generations, cfg.Sigma = seed, evolve.AlgorithmPlus, 15, generations, 0.18
	return cfg
}

// grown runs plus on a contest.
func grown(t *testing.T, c *coins, cfg evolve.Config, from *evolve.Generation) []*evolve.Generation {
	t.Helper()
	var all []*evolve.Generation
	_, err := evolve.Run(context.Background(), c.schema, cfg, c, nil, evolve.RecorderFunc(func(g evolve.Generation) error {
		all = append(all, &g)
		return nil
	}), from)
	guard.Must(t, err)
	return all
}

// The parents of a generation are the best third of the one before, by all their games, and are measured again. The first
// two generations come from the whole of the ranges. The champion is the best by all games.
func TestRun_plus(t *testing.T) {
	c := newCoins(1)
	all := grown(t, c, plus(1, 12), nil)
	for n, g := range all {
		drawn, best := 0, g.Individuals[0]
		for _, ind := range g.Individuals {
			if score(ind) > score(best) {
				best = ind
			}
			if ind.Operator == evolve.OpRandom && ind.Born == n {
				drawn++
			}
		}
		if want := []int{14, 10, 0}[min(n, 2)]; drawn != want || score(g.Champion) != score(best) {
			t.Errorf("generation %d: %d are drawn, want %d; champion %s, the best is %s", n, drawn, want, g.Champion.ID, best.ID)
		}
		if n == 0 {
			continue
		}
		before := slices.Clone(all[n-1].Individuals)
		slices.SortStableFunc(before, func(a, b evolve.Individual) int { return sign(score(b) - score(a)) })
		for place, ind := range g.Individuals {
			i := slices.IndexFunc(before, func(o evolve.Individual) bool { return o.ID == ind.ID })
			if (place < 5) != (i >= 0) || i >= 0 && (score(before[i]) < score(before[4]) || ind.Pooled.Games != before[i].Pooled.Games+12) {
				t.Errorf("generation %d: place %d has %s, which was at %d with %d games, now %d", n, place, ind.ID, i, before[max(i, 0)].Pooled.Games, ind.Pooled.Games)
			}
			for _, p := range ind.Parents {
				if ind.Born == n && !slices.ContainsFunc(before[:5], func(o evolve.Individual) bool { return o.ID == p }) {
					t.Errorf("generation %d: %s has the parent %s", n, ind.ID, p)
				}
			}
		}
	}
	for k := range all { // nothing depends on the number of generations, nor on a stop
		if rest := grown(t, c, plus(1, 12), all[k]); !reflect.DeepEqual(rest, append([]*evolve.Generation(nil), all[k+1:]...)) {
			t.Errorf("resumed after %d it goes another way", k)
		}
	}
}

// score is the share of points with three won and three lost games more.
func score(ind evolve.Individual) float64 {
	n := float64(ind.Pooled.Games)
	return (n*ind.Pooled.Mean + 3) / (n + 6)
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// What is handed in after 3,000 games has half of what there is to gain (0.51), in the mean of ten contests; the play-off's games
// are among them.
func TestPlayOff_plus(t *testing.T) {
	gain := 0.0
	for seed := range uint64(10) {
		c := newCoins(seed)
		cfg := plus(seed, 15)
		all := grown(t, c, cfg, nil)
		r, err := evolve.PlayOff(context.Background(), c.schema, c, nil, all[14], evolve.Finalists(c.schema, cfg, all), 300)
		if err != nil || c.spent > 3000 || c.spent < 2800 {
			t.Fatal(c.spent, err)
		}
		from := c.truth(c.schema.Default())
		gain += (c.truth(r.Champion.Genes) - from) / (c.best - from) / 10
	}
	if t.Logf("gain %.2f", gain); gain < 0.4 {
		t.Errorf("want a gain of 0.4, have %.2f", gain)
	}
}

// The clearly better side wins: the defaults where the run has got worse, the champion where it has got better. Who lived in the
// run keeps the name; a new genome has the champion as parent. All games of a genome count.
func TestPlayOff(t *testing.T) {
	for _, better := range []bool{false, true} {
		c := newCoins(3)
		worse := c.top()
		for i, x := range worse {
			worse[i] = -2
			if x < 0 {
				worse[i] = 2
			}
		}
		champion := map[bool]genome.Vector{true: c.top(), false: worse}[better]
		first := &evolve.Generation{Individuals: []evolve.Individual{{ID: "g000-000", Operator: evolve.OpDefault, Genes: c.schema.Default()}}}
		last := &evolve.Generation{Number: 8, Games: 24, Champion: evolve.Individual{ID: "g008-000", Born: 8, Genes: champion}}
		last.Individuals = []evolve.Individual{last.Champion, first.Individuals[0]}
		finals := evolve.Finalists(c.schema, evolve.DefaultConfig(), []*evolve.Generation{first, last})
		reset := evolve.Individual{Operator: evolve.OpAveraged, Parents: []string{"g008-000"}, Genes: champion.Clone()}
		reset.Genes[3] = c.schema.Default()[3] // which does nothing
		k := &keep{}
		r, err := evolve.PlayOff(context.Background(), c.schema, c, k, last, append(finals, reset), 600)
		if err != nil || c.spent > 600 || c.spent < 540 {
			t.Fatalf("%d games of 600, %v", c.spent, err)
		}
		if got := r.Champion.ID != "g000-000"; got != better || len(k.all) == 0 || !reflect.DeepEqual(*r, k.all[len(k.all)-1]) {
			t.Errorf("better %v: champion %s after %d measurements", better, r.Champion.ID, len(k.all))
		}
		for n, g := range k.all {
			if g.Number != 9+n || !g.PlayOff() {
				t.Errorf("measurement %d is generation %d by %s", n, g.Number, g.Algorithm)
			}
		}
		var names []string
		for _, ind := range k.all[0].Individuals {
			names = append(names, ind.ID)
		}
		if !slices.Equal(names, []string{"g008-000", "g000-000", "g009-002"}) {
			t.Errorf("they are called %v", names)
		}
	}
}

// Games that buy no measurement leave the champion.
func TestPlayOff_few(t *testing.T) {
	c := newCoins(1)
	all := grown(t, c, plus(1, 3), nil)
	spent := c.spent
	r, err := evolve.PlayOff(context.Background(), c.schema, c, nil, all[2], evolve.Finalists(c.schema, plus(1, 3), all), 23)
	if err != nil || c.spent != spent || r.Champion.ID != all[2].Champion.ID {
		t.Errorf("champion %s, %d games, %v", r.Champion.ID, c.spent-spent, err)
	}
}

// The finals of other algorithms are the last champion, the mean of the late quarter and the defaults, each once.
func TestFinals(t *testing.T) {
	s := newLandscape("quadratic", 10, 1).schema
	at := func(x float64) genome.Vector { return s.AtPoint(slices.Repeat([]float64{x}, 10)) }
	var all []*evolve.Generation
	for k := range 8 {
		all = append(all, &evolve.Generation{Champion: evolve.Individual{Genes: at(float64(k) / 10)}})
	}
	got := evolve.Finalists(s, evolve.DefaultConfig(), all)
	for i, want := range []genome.Vector{at(0.7), at(0.65), s.Default()} {
		if !slices.EqualFunc(got[i].Genes, want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			t.Errorf("final %d: %v, want %v", i, got[i].Genes, want)
		}
	}
	all[7].Champion.Genes, all[6].Champion.Genes = s.Default(), s.Default()
	if got := evolve.Finalists(s, evolve.DefaultConfig(), all); len(got) != 1 {
		t.Errorf("of the defaults alone: %d finals", len(got))
	}
}
