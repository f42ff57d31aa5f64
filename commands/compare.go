package commands

import (
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
	var seeds, population int
	var names []string
	c := &cobra.Command{
		Use:   "compare CONFIG",
		Short: "Compare the genetic algorithm with other optimisers at equal games",
		Long: `compare breeds from a run file with the genetic algorithm, then spends the same
number of games, the judge's included, on other optimisers, and measures every
arm's champion on the same fresh deals. It does so for several seeds, which are
the unit of its intervals. Nothing is stored.

  ga         the genetic algorithm of breed; by algorithm gradient it alone is told
             which genes earned a game's points
  random     best of as many genomes as possible, drawn evenly from the ranges
  varied     the same, but drawn around the defaults, where the GA starts
  cma-full   CMA-ES (goptuna), one matrix of all genes; from the defaults
  cma-group  CMA-ES (goptuna), a matrix for each run of groups of genes
  sep-cma    CMA-ES with a diagonal matrix
  spsa       simultaneous perturbation, as fishtest tunes engines
  parabola   one gene after the other, through three points, as ParameterFiddler does
  tpe        tree-structured Parzen estimator (goptuna), Optuna's default

Without --arms all are compared, but cma-full only up to 100 genes: its time
grows with their third power, a tenth of a second for each genome at 277; and tpe
only up to 20.`,
		Example: "  $bloodline compare $quick\n  $bloodline compare $quick --seeds 3 --set evolve.generations=40 --arms varied,sep-cma",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&seeds, "seeds", 5, "seeds to breed with: the run's and those after it")
	f.IntVar(&population, "population", 0, "genomes that the other optimisers measure at a time; 0 is as many as the GA")
	f.StringSliceVar(&names, "arms", nil, "optimisers to compare the GA with")
	bindOverrides(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if seeds < 2 || seeds > 1000 {
			return usage("--seeds: must be in [2, 1000], have %d", seeds)
		}
		cfg, err := configs.Load(args[0], overrides(f), a.known())
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
	fmt.Fprintf(a.stdout, "%s over %d seeds; every champion measured in %s games on fresh deals, the same for all arms of a seed\n\n",
		c.Config, len(c.Seeds), report.Count(c.Games))
	out := &report.Table{Columns: []string{"arm", ">" + unit, ">95 % interval", ">min", ">max", ">games", ">GA ahead by", ">95 % interval"}}
	for _, f := range c.Arms {
		row := []string{f.Arm, show(f.Mean), show(f.Low) + " to " + show(f.High), show(f.Min), show(f.Max), report.Count(f.Games), "", ""}
		if d := f.Lead; d != nil {
			row[6], row[7] = show(d.Mean), show(d.Low)+" to "+show(d.High)
		}
		out.Add(row...)
	}
	return out.Write(a.stdout)
}
