package evolve_test

import (
	"context"
	"math"
	"testing"

	"bloodline/engine/roll"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/genome"
	"bloodline/genome/gene"
	"bloodline/internal/guard"
)

// words is a contest of eight numbers and a word of slow, wild and sly: wild is bad, sly is best. A genome plays some
// games, each with the chance of its values.
type wordGame struct {
	schema *genome.Schema
	games  int
}

func newWords(words, games int) *wordGame {
	s := &genome.Schema{Game: "words", Version: 1, Genes: []gene.Gene{
		{Name: "style", Group: "style", Unit: "categorical", Min: -0.5, Max: 2.5, Words: words, Doc: "d"},
	}}
	for i := range 8 {
		s.Genes = append(s.Genes, gene.Gene{Name: string(rune('a' + i)), Group: "bot", Unit: "u", Max: 1, Default: 0.3, Doc: "d"})
	}
	return &wordGame{s, games}
}

func (w *wordGame) truth(v genome.Vector) float64 {
	x := 0.5 + []float64{0, -0.3, 0.12}[int(math.Round(max(0, min(2, v[0]))))]
	for i, a := range v[1:] {
		d := a - 0.2 - 0.1*float64(i)
		x -= 0.1 * d * d
	}
	return x
}

func (w *wordGame) Evaluate(_ context.Context, round evolve.GenerationInfo, vs []genome.Vector) ([]stats.Fitness, error) {
	out := make([]stats.Fitness, len(vs))
	for i, v := range vs {
		won := 0.0
		for game := range w.games {
			if roll.Unit(roll.Mix(print64(v), uint64(round.Number), uint64(game))) < w.truth(v) {
				won++
			}
		}
		mean := won / float64(w.games)
		out[i] = stats.Fitness{Mean: mean, SE: math.Sqrt(max(0.01, mean*(1-mean)) / float64(w.games)), Games: int64(w.games)}
	}
	return out, nil
}

func (w *wordGame) Challenge(_ context.Context, r evolve.GenerationInfo, candidate genome.Vector) (stats.Verdict, error) {
	return stats.Verdict{Accepted: w.truth(candidate) > w.truth(r.Champion), Games: 1, Share: 0.5}, nil
}

// A search finds a word behind a bad one. As a number on a line it is found by one of three runs of genetic.
func TestRun_words(t *testing.T) {
	standard := func(seed uint64) evolve.Config {
		cfg := evolve.DefaultConfig()
		cfg.Seed, cfg.Population, cfg.Generations = seed, 50, 20
		return cfg
	}
	averaged := func(seed uint64) evolve.Config {
		cfg := standard(seed)
		cfg.Champion = evolve.ChampionAveraged
		return cfg
	}
	const seeds = 20
	for _, c := range []struct {
		name         string
		cfg          func(seed uint64) evolve.Config
		words, games int
		least, most  int
	}{
		{"genetic", standard, 3, 60, 19, 20},
		{"genetic, averaged", averaged, 3, 60, 19, 20},
		{"genetic on a line", standard, 0, 60, 0, 10},
		{"plus", func(seed uint64) evolve.Config { return plus(seed, 14) }, 3, 18, 19, 20},
	} {
		found := 0
		for seed := range uint64(seeds) {
			w := newWords(c.words, c.games)
			var drawn []evolve.Individual
			r, err := evolve.Run(t.Context(), w.schema, c.cfg(seed), w, w, evolve.RecorderFunc(func(g evolve.Generation) error {
				drawn = append(drawn, g.Individuals...)
				return nil
			}), nil)
			guard.Must(t, err)
			for _, ind := range drawn {
				if x := ind.Genes[0]; c.words > 0 && x != 0 && x != 1 && x != 2 {
					t.Fatalf("%s: individual %s by %s has %v, which is no word", c.name, ind.ID, ind.Operator, x)
				}
			}
			if math.Round(r.Champion.Genes[0]) == 2 {
				found++
			}
		}
		t.Logf("%s: %d of %d", c.name, found, seeds)
		if found < c.least || found > c.most {
			t.Errorf("%s: %d of %d champions have the best word, want %d to %d", c.name, found, seeds, c.least, c.most)
		}
	}
}
