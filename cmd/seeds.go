package cmd

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/arena/game"
	"bloodline/configs"
	"bloodline/genome/champion"
	"bloodline/internal/system"
	"bloodline/results/report"
	"bloodline/results/run"
)

const mostSeeds = 1000

// parseSeeds reads "1..5" or "1,3,7"; nil for no text.
func parseSeeds(text string) (out []uint64, err error) {
	if text == "" {
		return nil, nil
	}
	bad := usage("--seeds: must be two seeds or more, and %d at most, as 1..5 or 1,3,7, have %q", mostSeeds, text)
	for part := range strings.SplitSeq(text, ",") {
		low, high, ranged := strings.Cut(strings.TrimSpace(part), "..")
		first, err := strconv.ParseUint(low, 10, 64)
		last := first
		if ranged && err == nil {
			last, err = strconv.ParseUint(high, 10, 64)
		}
		if errors.Is(err, strconv.ErrRange) {
			return nil, usage("--seeds: seeds must be in [0, %d], have %q", uint64(math.MaxUint64), text)
		}
		if err != nil || last < first || last-first >= mostSeeds {
			return nil, bad
		}
		for i := range last - first + 1 {
			if slices.Contains(out, first+i) {
				return nil, usage("--seeds: seed %d is repeated, have %q", first+i, text)
			}
			out = append(out, first+i)
		}
	}
	if len(out) < 2 || len(out) > mostSeeds {
		return nil, bad
	}
	return out, nil
}

// breedSeeds breeds a run for each seed, or continues them: all have the field and the holdout of the first, one task.
func (a *app) breedSeeds(ctx context.Context, config string, o *breedFlags) error {
	cfg, err := a.load(config, withSeed(o.overrides, o.seeds[0]))
	if err != nil {
		return usage("%w", err)
	}
	if o.name != "" && o.resume == "" { // before the first is bred
		taken := a.Runs()
		for _, seed := range o.seeds {
			if called := fmt.Sprintf("%s-%d", o.name, seed); slices.Contains(taken, called) {
				return usage("--name: there is a run %s already: continue by --resume, or take another name", called)
			}
		}
	}
	words := a.args // that continue this command
	if !slices.Contains(words, "--resume") {
		words = append(slices.Clone(words), "--resume")
	}
	s, err := a.eachSeed(ctx, o.seeds, o.machines, func(seed uint64) (*breeding, error) {
		own := *cfg
		own.Seed, own.Evolve.Seed = seed, seed
		r, err := a.runOfSeed(config, o, &own)
		if err != nil {
			return nil, err
		}
		b := a.breeding(r)
		b.resumeSeeds = a.invocation + " " + system.Line(words)
		return b, nil
	})
	if err != nil {
		return err
	}
	t := s.Table()
	if kept, err := a.OpenStore(); err == nil {
		rows, _ := kept.Runs() // it is only for a hint
		if group := report.GroupsOf(rows).Of(s.Runs[0].Run).Name; group != "" {
			t.Note("%s compare %s OTHER says whether these settings are better than those of OTHER.", a.invocation, group)
		}
		_ = kept.Close()
	}
	return a.printBelow(s, t)
}

func withSeed(o configs.Overrides, seed uint64) configs.Overrides {
	o.Flags = append(slices.Clone(o.Flags), configs.Flag{Given: "--seeds", Key: "seed", Text: fmt.Sprint(seed)})
	return o
}

// eachSeed breeds the run that begin makes of each seed, one after the other.
func (a *app) eachSeed(
	ctx context.Context, seeds []uint64, machines *swarmFlags, begin func(seed uint64) (*breeding, error),
) (*run.Spread, error) {
	var files []*champion.File
	var games []int64
	var g *game.Game
	for _, seed := range seeds {
		b, err := begin(seed)
		if err != nil {
			return nil, err
		}
		f, _, err := b.breed(ctx, machines)
		var bred int64
		if err == nil {
			bred, err = b.Spent()
		}
		if err = errors.Join(err, b.Close()); err != nil {
			return nil, err
		}
		files, games, g = append(files, f), append(games, bred), b.Evaluator.Game
	}
	return run.NewSpread(g.Info(), files, games), nil
}

// runOfSeed begins the run of a seed, or continues it with --resume. Its name is --name, if given, and the seed.
func (a *app) runOfSeed(config string, o *breedFlags, cfg *configs.Config) (*run.Run, error) {
	given, name := "", run.DefaultName(baseName(config), cfg.Seed, o.overrides)
	if o.name != "" {
		given = fmt.Sprintf("%s-%d", o.name, cfg.Seed)
		name = given
	}
	if o.resume == "" || !slices.Contains(a.Runs(), name) {
		return run.Start(&a.Finder, given, name, cfg)
	}
	r, err := run.Resume(&a.Finder, name, configs.Overrides{})
	if err != nil {
		return nil, err
	}
	cfg.Workers = r.Config.Workers
	if string(r.Config.YAML()) != string(cfg.YAML()) {
		err := usage("--resume: the run %s has other settings than %s gives: remove it, or breed without --resume", name, config)
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}
