package evolve_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/internal/guard"
)

// With champion averaged, the averaged individual of each generation is the champion, the
// Judge is never asked, and nothing survives.
func TestRun_averagedChampion(t *testing.T) {
	for _, algorithm := range ways {
		t.Run(algorithm.String(), func(t *testing.T) {
			cfg := climbing()
			cfg.Champion = evolve.ChampionAveraged
			algorithm.set(&cfg)
			l, k := newSlope(), &keep{}
			judge := &saboteur{landscape: l.landscape, judge: func() (stats.Verdict, error) { return stats.Verdict{}, errors.New("asked") }}
			result, err := evolve.Run(context.Background(), l.schema, cfg, l, judge, k, nil)
			guard.Must(t, err)
			for _, g := range k.all[1:] {
				survivors := 0
				for _, ind := range g.Individuals {
					if ind.Born < g.Number {
						survivors++
					}
				}
				if c := g.Champion; c.Operator != evolve.OpAveraged || c.Born != g.Number || g.Since != g.Number || survivors != 0 || g.Rejected != nil {
					t.Errorf("generation %d: champion %s by %s, since %d, %d survivors, rejected %v", g.Number, c.ID, c.Operator, g.Since, survivors, g.Rejected)
				}
			}
			if c := k.all[0].Champion; c.ID != "g000-000" || c.Operator != evolve.OpDefault {
				t.Errorf("generation 0: champion %s by %s", c.ID, c.Operator)
			}
			if last := k.all[len(k.all)-1].Champion; result.Champion.ID != last.ID {
				t.Errorf("the run ends with %s, its last generation with %s", result.Champion.ID, last.ID)
			}
		})
	}
}

// The evaluator gets the number of the generation and the genes of its champion:
// that of the generation before, as long as it lives.
func TestRun_round(t *testing.T) {
	for _, algorithm := range []string{evolve.AlgorithmGenetic, evolve.AlgorithmDistribution} {
		cfg := quick()
		cfg.Algorithm, cfg.Round = algorithm, 5
		l, k := &accountant{newLandscape("quadratic", 20, 1), map[string]stats.Fitness{}, nil}, &keep{}
		if _, err := evolve.Run(context.Background(), l.schema, cfg, l, l, k, nil); err != nil {
			t.Fatal(err)
		}
		for i, g := range k.all {
			want := g.Individuals[0]
			if i > 0 && i%5 != 0 {
				want = k.all[i-1].Champion
			} else if i > 0 {
				want = g.Champion // the averaged individual
			}
			if told := l.rounds[i]; told.Number != i || !slices.Equal(told.Champion, want.Genes) {
				t.Errorf("%s, generation %d: told generation %d and not the genes of %s", algorithm, i, told.Number, want.ID)
			}
		}
	}
}
