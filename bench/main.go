// Command bench compares bloodline with other optimisers at equal games: random genomes, sep-CMA-ES, and CMA-ES and the
// tree-structured Parzen estimator of goptuna. bloodline itself builds none of them.
//
//	go run . [-seeds 5] [-arms sep-cma,cma-full] [-set KEY=VALUE]... RUN-FILE
//
// The arm breed is what `bloodline breed` does. Every other arm gets as many games, tests of champions included. A
// seed's champions are measured on the same deals, which no selection has seen; intervals are Student's over the seeds,
// so they show how far results vary. Without -arms, cma-full is left out above 100 genes, and tpe above 20.
package main

import (
	"bloodline"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine/stats"
	"bloodline/evolve"
	"bloodline/evolve/measure"
	"bloodline/games/coup"
	"bloodline/games/samurai"
	"bloodline/games/wojna"
	"bloodline/genome"
	"bloodline/results/report"
	"bloodline/results/run"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	var set []string
	seeds := flag.Int("seeds", 5, "number of seeds, from the run's seed on")
	names := flag.String("arms", "", "optimisers, with commas between them; all that finish in good time unless given")
	flag.Func("set", "a setting over those of the run file; may be repeated", func(s string) error {
		set = append(set, s)
		return nil
	})
	flag.Parse()
	if flag.NArg() != 1 || *seeds < 2 {
		flag.Usage()
		os.Exit(2)
	}
	if err := compare(context.Background(), os.Stdout, flag.Arg(0), set, *names, *seeds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// choose returns the arms with these names, or without names all that finish in good time for that many genes. Unless
// an arm has a batch of its own, it measures as many genomes at a time as the population has.
func choose(names string, population, genes int) (out []arm, err error) {
	var known []string
	for _, a := range optimisers {
		if known = append(known, a.name); names == "" && genes <= a.genes {
			out = append(out, a)
		}
	}
	if names != "" {
		for name := range strings.SplitSeq(names, ",") {
			i := slices.Index(known, strings.TrimSpace(name))
			if i < 0 {
				return nil, fmt.Errorf("-arms: unknown %q (have %s)", name, strings.Join(known, ", "))
			}
			out = append(out, optimisers[i])
		}
	}
	for i := range out {
		if out[i].batch == 0 {
			out[i].batch = population
		}
	}
	return out, nil
}

// champions sums up the champions that an arm bred, one for each seed.
type champions struct {
	arm   string
	games int64     // spent on breeding, all seeds together
	took  float64   // seconds, all seeds together
	means []float64 // points a game of each champion
}

// compare prints the comparison of a run file with optimisers. All seeds have the field and the holdout of the first.
func compare(ctx context.Context, w io.Writer, file string, set []string, names string, seeds int) error {
	games, err := bloodline.Resolve(coup.Game(), wojna.Game(), samurai.Game())
	if err != nil {
		return err
	}
	find := &player.Finder{Games: games, Store: filepath.Join("results", "lineage.db")}
	c, err := configs.Load(file, configs.Overrides{Set: set}, games)
	if err != nil {
		return err
	}
	g, err := player.ConfigGame(games, nil, c)
	if err != nil {
		return err
	}
	arms, err := choose(names, c.Evolve.Population, len(g.Schema.Genes))
	if err != nil {
		return err
	}
	rows := []champions{{arm: "breed"}}
	for _, a := range arms {
		rows = append(rows, champions{arm: a.name})
	}
	for i := range seeds {
		one := *c
		one.Seed = c.Seed + uint64(i)
		one.Evolve.Seed = one.Seed
		if err := breedAndMeasure(ctx, find, &one, arms, rows); err != nil {
			return fmt.Errorf("seed %d: %w", one.Seed, err)
		}
	}
	s := g.Info().Scale()
	t := &report.Table{Columns: []string{"arm", ">" + s.Unit, ">95 % interval", ">min", ">max", ">games", ">s", ">breed ahead by", ">95 % interval"}}
	for _, r := range rows {
		x, ahead, interval := stats.SampleOf(r.means), "", ""
		if r.arm != "breed" {
			lead := make([]float64, seeds)
			for i := range lead {
				lead[i] = rows[0].means[i] - r.means[i]
			}
			d := stats.SampleOf(lead)
			ahead, interval = s.Show(d.Mean), s.Span(d.Low, d.High)
		}
		t.Add(r.arm, s.Show(x.Mean), s.Span(x.Low, x.High), s.Show(slices.Min(r.means)), s.Show(slices.Max(r.means)),
			report.Count(r.games/int64(seeds)), fmt.Sprintf("%.1f", r.took/float64(seeds)), ahead, interval)
	}
	return t.Print(w, 0)
}

// breedAndMeasure breeds a champion by each arm, with c's seed and the budget that the first arm takes, into rows.
func breedAndMeasure(ctx context.Context, find *player.Finder, c *configs.Config, arms []arm, rows []champions) error {
	budget := int64(0)
	for i := range rows {
		e, err := run.NewEvaluator(find, c, nil)
		if err != nil {
			return err
		}
		begun := time.Now()
		best, spent, err := breed(ctx, c, e, arms, i, budget)
		if err != nil {
			return fmt.Errorf("%s: %w", rows[i].arm, err)
		}
		if i == 0 {
			budget = spent
		}
		rows[i].games, rows[i].took = rows[i].games+spent, rows[i].took+time.Since(begun).Seconds()
		measured, err := e.Evidence(ctx, best, 1)
		if err != nil {
			return err
		}
		rows[i].means = append(rows[i].means, measured.Field.Mean)
		fmt.Fprintf(os.Stderr, "seed %d  %-9s  %s  after %d games\n", c.Seed, rows[i].arm, e.Arena.Info().Scale().Show(measured.Field.Mean), spent)
	}
	return nil
}

// breed breeds the champion of a row: row 0 is bloodline's, row i is that of arms[i-1]. Arms read ranks only, so their
// games are played without a gradient, which would only cost time.
func breed(ctx context.Context, c *configs.Config, e *measure.Evaluator, arms []arm, row int, budget int64) (genome.Vector, int64, error) {
	if row == 0 {
		r, err := run.Evolve(ctx, c, e, evolve.Recorders{}, run.Past{})
		if err != nil {
			return nil, e.Games(), err
		}
		return r.Last.Champion.Genes, e.Games(), nil
	}
	e.Evolve.Follow, e.Evolve.Generations = evolve.FollowRanks, evolve.MaxGenerations
	return search(ctx, arms[row-1], task{e.Schema, e, e.Seed, budget})
}
