package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/genome/champion"
	"bloodline/results"
	"bloodline/results/report"
	"bloodline/results/run"
)

// mostSeeds is how many seeds breed takes at a time.
const mostSeeds = 1000

// seedsOf reads "1..5" or "1,3,7".
func seedsOf(text string) (out []uint64, err error) {
	bad := usage("--seeds: must be two seeds or more, and %d at most, as 1..5 or 1,3,7, have %q", mostSeeds, text)
	for part := range strings.SplitSeq(text, ",") {
		low, high, ranged := strings.Cut(strings.TrimSpace(part), "..")
		first, err := strconv.ParseUint(low, 10, 64)
		last := first
		if ranged && err == nil {
			last, err = strconv.ParseUint(high, 10, 64)
		}
		if err != nil || last < first || last-first >= mostSeeds {
			return nil, bad
		}
		for seed := first; ; seed++ {
			if slices.Contains(out, seed) {
				return nil, usage("--seeds: seed %d must stand once, have %q", seed, text)
			}
			if out = append(out, seed); seed == last {
				break
			}
		}
	}
	if len(out) < 2 || len(out) > mostSeeds {
		return nil, bad
	}
	return out, nil
}

// breedSeeds breeds a run for each seed, one after the other. All have the field and the
// holdout of the first: the mean over seeds is that of one task.
func (a *app) breedSeeds(ctx context.Context, config, progress string, o configs.Overrides, seeds []uint64) error {
	var files []*champion.File
	var games []int64
	var g *game.Game
	with := o
	with.Flags = append(slices.Clone(o.Flags), configs.Flag{Name: "--seeds", Key: "seed", Value: fmt.Sprint(seeds[0])})
	cfg, err := a.load(config, with)
	if err != nil {
		return usage("%w", err)
	}
	for _, seed := range seeds {
		own := *cfg
		own.Seed, own.Evolve.Seed = seed, seed
		r, err := run.Start(&a.Finder, "", run.DefaultName(baseName(config), seed, o), results.Version(), &own)
		if err != nil {
			return err
		}
		b := a.breeding(r, progress)
		f, _, err := b.finish(ctx)
		if err = errors.Join(err, r.Close()); err != nil {
			return err
		}
		bred := b.Evaluator.Games() - f.Evidence.Field.Games
		if u := f.Evidence.Unseen; u != nil {
			bred -= u.Games
		}
		files, games, g = append(files, f), append(games, bred), b.Evaluator.Game
	}
	s := run.NewSpread(g.Info(), files, games)
	if a.json() {
		return report.JSON(a.stdout, s)
	}
	return a.showSpread(g, s)
}

func (a *app) showSpread(g *game.Game, s *run.Spread) error {
	unit, show := report.Scale(g.Info())
	t := &report.Table{Columns: []string{"run", ">seed", ">" + unit, ">95 % interval", ">held out", ">games"}}
	for _, r := range s.Runs {
		unseen := ""
		if r.Unseen != nil {
			unseen = show(r.Unseen.Mean)
		}
		t.Add(r.Run, fmt.Sprint(r.Seed), show(r.Field.Mean), show(r.Field.Low)+" to "+show(r.Field.High), unseen, report.Count(r.Games))
	}
	unseen := ""
	if s.Unseen != nil {
		unseen = show(s.Unseen.Mean)
	}
	t.Add("mean", "", show(s.Field.Mean), show(s.Field.Low)+" to "+show(s.Field.High), unseen, "")
	fmt.Fprintln(a.stdout)
	if err := a.print(t); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	a.say("The intervals of the runs are those of their deals, that of the mean is Student's over %d seeds: the error of the method.", len(s.Runs))
	return nil
}
