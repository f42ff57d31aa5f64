package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bloodline/arena/game"
	"bloodline/arena/job"
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/evolve/optimiser"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare CONFIG | PLAYER PLAYER... | --resume NAME",
		Short: "Compare algorithms at equal games, or runs with runs",
		Long: `compare answers which optimiser breeds best on your game, at equal games. It breeds
a run file (the arm breed), gives every other arm as many games, tests of champions
included, and measures all champions on the same new deals. Intervals are over seeds,
so they show the error of a method; with --seeds 1 they are over deals.

  breed      what breed does; with the gradient it is the only arm that learns
             from single decisions
  random     best of as many genomes as possible, drawn evenly from the ranges
  sep-cma    CMA-ES with a diagonal matrix; from the defaults
  plus       a genetic algorithm that measures its best again, for few games

Without --arms it leaves plus out of more than 20 genes. The module bench compares with
optimisers of goptuna, Optuna's in Go, too.

Each champion is written to results/compare-CONFIG-SEED when its arm ends, and is a
PLAYER. --resume continues an interrupted comparison with the next arm. With --swarm,
CPU s counts this machine's processor time only.

With several players instead of a run file, compare plays each against all baselines
on the same new deals and says how far each is behind the first.`,
		Example: "  $bloodline compare $quick --seeds 1\n  $bloodline compare $quick --seeds 3 --arms random,sep-cma\n  $bloodline compare $run $champion",
		Args:    arguments(cobra.ArbitraryArgs),
	}
	f := c.Flags()
	seeds := f.Int("seeds", 5, "number of seeds, from the run's seed on")
	population := f.Int("population", 0, "genomes an optimiser measures at a time; 0: as breed")
	names := f.StringSlice("arms", nil, "optimisers to compare with breed")
	resume := f.String("resume", "", "continue this comparison")
	bindOverrides(f)
	a.bindPrograms(f)
	machines := bindSwarm(f)
	deals := f.Int("deals", 2000, "for players: deals against each baseline; fewer where one play is many deals")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := machines.check(f); err != nil {
			return err
		}
		switch {
		case f.Changed("resume") && *resume == "":
			return usage("--resume=: must name a comparison")
		case len(args) > 1:
			return a.comparePlayers(cmd, args, *deals)
		case f.Changed("deals"):
			return usage("--deals is for players that are compared: --set evidence.deals says how champions are measured")
		case *seeds < 1 || *seeds > 1000:
			return usage("--seeds: must be in [1, 1000], have %d", *seeds)
		case *resume != "":
			for _, name := range []string{"population", "arms", "set", "seed"} {
				if f.Changed(name) {
					return usage("--resume takes its settings from the comparison: leave --%s out", name)
				}
			}
			if len(args) > 0 {
				return usage("--resume takes its settings from the comparison: leave %s out", args[0])
			}
			k, cfg, err := run.ResumeComparing(&a.Finder, *resume)
			if err != nil {
				return err
			}
			return a.compareArms(cmd.Context(), cfg, k, *seeds, machines)
		case len(args) == 0:
			return usage("compare needs a run file, two players or --resume=NAME")
		}
		o := overrides(f)
		cfg, err := a.load(args[0], o)
		if err != nil {
			return usage("%w", err)
		}
		if cfg.Budget != (configs.Budget{}) {
			return usage("compare gives every arm the games of all generations: leave the budget out")
		}
		if *population == 0 {
			*population = cfg.Evolve.Population
		}
		if *population < 4 || *population > 100_000 {
			return usage("--population: must be in [4, 100000], have %d", *population)
		}
		g, err := player.ConfigGame(a.Games, cfg)
		if err != nil {
			return err
		}
		if _, err := optimiser.Choose(*names, *population, len(g.Schema.Genes)); err != nil {
			return usage("--arms: %v", err)
		}
		if _, err := run.NewEvaluator(&a.Finder, cfg); err != nil {
			return err
		}
		k := &run.Comparing{Config: baseName(args[0]), Arms: *names, Population: *population}
		if err := k.Start(&a.Finder, cfg, run.DefaultName(baseName(args[0]), cfg.Seed, o)); err != nil {
			return err
		}
		return a.compareArms(cmd.Context(), cfg, k, *seeds, machines)
	}
	return c
}

// comparePlayers compares players that exist.
func (a *app) comparePlayers(cmd *cobra.Command, words []string, deals int) error {
	for _, name := range []string{"seeds", "population", "arms", "set", "resume", "swarm"} {
		if cmd.Flags().Changed(name) {
			return usage("--%s is for breeding, and players are compared: leave it out", name)
		}
	}
	if err := inRange("--deals", deals, 2, 1_000_000); err != nil {
		return err
	}
	seed, _ := cmd.Flags().GetUint64("seed") // there is one
	ps, g, err := a.find(words, "")
	switch {
	case err != nil:
		return err
	case len(g.Baselines) == 0:
		return usage("compare plays against baselines, and %s has none", g.Name())
	}
	lessForUnits(cmd.Flags(), &deals, g)
	w := a.watch("compare", int64((2*len(ps))*deals*len(g.Baselines)*g.Info().Seatings()))
	rows, err := run.StandingsOf(cmd.Context(), ps, deals, seed, a.workers)
	w.Stop()
	if err != nil {
		return withNames(err, ps)
	}
	return a.print(rows, report.LeadTable(g, rows))
}

// compareArms leads a comparison of arms to its end.
func (a *app) compareArms(ctx context.Context, cfg *configs.Config, k *run.Comparing, seeds int, machines *swarmFlags) error {
	g, err := player.ConfigGame(a.Games, cfg)
	if err != nil {
		return err
	}
	arms, err := optimiser.Choose(k.Arms, k.Population, len(g.Schema.Genes))
	if err != nil {
		return fmt.Errorf("%s: %w", k.Name, err)
	}
	w := a.watch("compare", 0)
	w.Line("champions are written to " + k.Dir())
	out, err := a.bredArms(cfg, k, w, machines, func() (*run.Comparison, error) {
		k.Watch = watchArms(w, g.Info(), seeds*(1+len(arms)))
		return k.Compare(ctx, &a.Finder, cfg, arms, seeds)
	})
	w.Stop()
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return fmt.Errorf("%w; go on with: %s compare --resume=%s --seeds %d%s", context.Canceled, a.typed, k.Name, seeds, a.inStore())
	} else if err != nil {
		return fmt.Errorf("compare: %w", err)
	}
	out.Name, out.Config, out.Info = k.Name, k.Config, g.Info()
	return a.print(out, out.Table())
}

// bredArms breeds the arms of a comparison, with a swarm if there is to be one.
func (a *app) bredArms(cfg *configs.Config, k *run.Comparing, w *watch, machines *swarmFlags, breed func() (*run.Comparison, error)) (out *run.Comparison, err error) {
	if !machines.on {
		return breed()
	}
	open, err := a.openSwarm(machines, cmp.Or(cfg.Workers, runtime.GOMAXPROCS(0)), w.Line)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, open.Close()) }()
	w.Line(a.joining(open))
	k.Sender = func(g *game.Game, c *configs.Config) (*job.Sender, error) { return senderTo(open, g, c) }
	return breed()
}

// watchArms shows how a comparison of so many arms, those of all seeds, gets on: a line for
// each champion stays. Arms have equal games, so each is as much of the work.
func watchArms(w *watch, i engine.Info, arms int) run.Watch {
	scale, finished := i.Scale(), 0
	say := func(seed uint64, arm, what string, done, of float64) {
		w.say(fmt.Sprintf("%s  seed %d  %s: %s", percent(float64(finished)+done/max(of, 1), float64(arms)), seed, arm, what))
	}
	return run.Watch{
		Generation: func(seed uint64, number, of int) {
			say(seed, run.ArmBreed, fmt.Sprintf("generation %d/%d", number+1, of), float64(number+1), float64(of))
		},
		Batch: func(seed uint64, arm string, spent, budget int64) {
			say(seed, arm, percent(float64(spent), float64(budget)), float64(spent), float64(budget))
		},
		Champion: func(seed uint64, arm string, spent int64, got stats.Summary) {
			finished++
			w.Line(fmt.Sprintf("seed %d  %-9s  %s ±%s  after %s games", seed, arm, scale.Show(got.Mean), scale.Show(got.Half()), report.Count(spent)))
		},
	}
}
