package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/configs"
	"bloodline/engine"
	"bloodline/evolve/optimiser"
	"bloodline/genome/champion"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) compareCommand() *cobra.Command {
	var seeds, population, deals int
	var names []string
	c := &cobra.Command{
		Use:   "compare CONFIG | PLAYER PLAYER...",
		Short: "Compare algorithms at equal games, or runs with runs",
		Long: `With two runs or more, or other players, compare plays each against all baselines
on the same fresh deals and says how far each is behind the first.

With a run file it breeds as breed does, then spends the same number of games, the judge's included, on other optimisers, and measures every
arm's champion on the same fresh deals. It does so for several seeds, which are
the unit of its intervals. Nothing is stored.

  ga         what breed does; where it follows the gradient it alone is told
             which genes earned a game's points
  random     best of as many genomes as possible, drawn evenly from the ranges
  varied     the same, but drawn around the defaults, where the GA starts
  cma-full   CMA-ES (goptuna), one matrix of all genes; from the defaults
  cma-group  CMA-ES (goptuna), a matrix for each run of groups of genes
  sep-cma    CMA-ES with a diagonal matrix
  spsa       simultaneous perturbation, as fishtest tunes engines
  parabola   one gene after the other, through three points (ParameterFiddler)
  tpe        tree-structured Parzen estimator (goptuna), Optuna's default
  surrogate  a model of the win probability, fitted to all games so far

Without --arms all are compared, but cma-full only up to 100 genes: its time
grows with their third power, a tenth of a second for each genome at 277; tpe and
surrogate only up to 20.`,
		Example: "  $bloodline compare $quick\n  $bloodline compare $quick --seeds 3 --arms varied,sep-cma\n  $bloodline compare $run $champion",
		Args:    arguments(cobra.MinimumNArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&seeds, "seeds", 5, "seeds to breed with: the run's and those after it")
	f.IntVar(&population, "population", 0, "genomes that the other optimisers measure at a time; 0 is as many as the GA")
	f.StringSliceVar(&names, "arms", nil, "optimisers to compare the GA with")
	bindOverrides(f)
	f.IntVar(&deals, "deals", 2000, "deals of each player against each baseline, where players are compared")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 {
			for _, name := range []string{"seeds", "population", "arms", "set"} {
				if f.Changed(name) {
					return usage("--%s is for breeding, and players are compared: leave it out", name)
				}
			}
			if err := counts("--deals", deals, 2, 1_000_000); err != nil {
				return err
			}
			seed, _ := f.GetUint64("seed") // there is one
			return a.compareAlike(cmd.Context(), args, deals, seed)
		}
		if f.Changed("deals") {
			return usage("--deals is for players that are compared: --set evidence.deals says how champions are measured")
		}
		if seeds < 2 || seeds > 1000 {
			return usage("--seeds: must be in [2, 1000], have %d", seeds)
		}
		cfg, err := a.load(args[0], overrides(f))
		if err != nil {
			return usage("%w", err)
		}
		if cfg.Budget != (configs.Budget{}) {
			return usage("compare gives every arm the games of all generations: leave the budget out")
		}
		if population == 0 {
			population = cfg.Evolve.Population
		}
		if population < 4 || population > 100_000 {
			return usage("--population: must be in [4, 100000], have %d", population)
		}
		e, err := run.NewEvaluator(&a.Finder, cfg)
		if err != nil {
			return err
		}
		arms, err := optimiser.Choose(names, population, len(e.Schema.Genes))
		if err != nil {
			return usage("--arms: %v", err)
		}
		w := a.watch("compare", 0)
		out, err := run.Compare(cmd.Context(), &a.Finder, cfg, arms, seeds, watchArms(w, e.Game.Info()))
		w.Stop()
		if err != nil {
			return fmt.Errorf("compare: %w", err)
		}
		if out.Config = baseName(args[0]); a.json() {
			return report.JSON(a.stdout, out)
		}
		return a.showComparison(out, e.Game.Info())
	}
	return c
}

// compareAlike compares players that exist.
func (a *app) compareAlike(ctx context.Context, words []string, deals int, seed uint64) error {
	ps, g, err := a.FindAll(words, nil)
	switch {
	case err != nil:
		return err
	case len(g.Baselines) == 0:
		return usage("compare plays against baselines, and %s has none", g.Name())
	}
	w := a.watch("compare", int64((2*len(ps))*deals*len(g.Baselines)*g.Info().Seatings()))
	rows, err := run.Alike(ctx, ps, deals, seed, a.workers)
	w.Stop()
	if err != nil {
		return naming(err, ps)
	}
	if a.json() {
		return report.JSON(a.stdout, rows)
	}
	unit, show := report.Scale(g.Info())
	a.say("against %s, each equally often, in %s games each on the same deals", report.Plural(len(g.Baselines), "baseline"), report.Count(rows[0].Games))
	fmt.Fprintln(a.stdout)
	t := &report.Table{Columns: []string{"player", ">" + unit, ">95 % interval", ">first ahead by", ">95 % interval"}}
	for _, r := range rows {
		row := []string{r.Player, show(r.Mean), show(r.Low) + " to " + show(r.High), "", ""}
		if r.Behind != nil {
			row[3], row[4] = show(r.Behind.Mean), show(r.Behind.Low)+" to "+show(r.Behind.High)
		}
		t.Add(row...)
	}
	if err := a.print(t); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	a.say("The intervals are those of the deals. What another seed of a run would reach, breed --seeds tells.")
	return nil
}

// watchArms shows how a comparison gets on: a line for each champion stays.
func watchArms(w *watch, i engine.Info) run.Watch {
	_, show := report.Scale(i)
	return run.Watch{
		Generation: func(seed uint64, number, of int) {
			w.say(fmt.Sprintf("seed %d  %s: generation %d/%d", seed, run.ArmGA, number+1, of))
		},
		Batch: func(seed uint64, arm string, spent, budget int64) {
			w.say(fmt.Sprintf("seed %d  %s: %s", seed, arm, percent(float64(spent), float64(budget))))
		},
		Champion: func(seed uint64, arm string, spent int64, got champion.Measured) {
			w.Line(fmt.Sprintf("seed %d  %-9s  %s ±%s  after %s games", seed, arm, show(got.Mean), show((got.High-got.Low)/2), report.Count(spent)))
		},
	}
}

func (a *app) showComparison(c *run.Comparison, i engine.Info) error {
	unit, show := report.Scale(i)
	a.say("%s over %d seeds; every champion measured in %s games on fresh deals, the same for all arms of a seed",
		c.Config, len(c.Seeds), report.Count(c.Games))
	fmt.Fprintln(a.stdout)
	out := &report.Table{Columns: []string{"arm", ">" + unit, ">95 % interval", ">min", ">max", ">games", ">CPU s", ">GA ahead by", ">95 % interval"}}
	for _, f := range c.Arms {
		row := []string{f.Arm, show(f.Mean), show(f.Low) + " to " + show(f.High), show(f.Min), show(f.Max), report.Count(f.Games), fmt.Sprintf("%.1f", f.CPU), "", ""}
		if d := f.Lead; d != nil {
			row[7], row[8] = show(d.Mean), show(d.Low)+" to "+show(d.High)
		}
		out.Add(row...)
	}
	return a.print(out)
}
