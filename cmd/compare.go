package cmd

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bloodline/cmd/internal/terminal"
	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/optimiser"
	"bloodline/genome"
	"bloodline/results/champion"
	"bloodline/results/report"
	"bloodline/results/run"
)

// gaArm is the name of the genetic algorithm among the arms.
const gaArm = "ga"

// comparison is what compare has to say.
type comparison struct {
	Game   string             `json:"game"`
	Config string             `json:"config"`
	Seeds  []uint64           `json:"seeds"`
	Games  int64              `json:"evidence_games"` // of each champion
	Arms   []optimiser.Result `json:"arms"`           // the GA first
}

func (a *app) compareCommand() *cobra.Command {
	var seeds, population int
	var names []string
	var o overrides
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

Without --arms all are compared, but cma-full only up to 100 genes: its time
grows with their third power, a tenth of a second for each genome at 277.`,
		Example: "  $bloodline compare $quick\n  $bloodline compare $quick --seeds 3 --set evolve.generations=40 --arms varied,sep-cma",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&seeds, "seeds", 5, "seeds to breed with: the run's and those after it")
	f.IntVar(&population, "population", 0, "genomes that the other optimisers measure at a time; 0 is as many as the GA")
	f.StringSliceVar(&names, "arms", nil, "optimisers to compare the GA with")
	o.bind(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if seeds < 2 || seeds > 1000 {
			return usage("--seeds: must be in [2, 1000], have %d", seeds)
		}
		cfg, err := configs.Load(args[0], a.overrides(o, f), a.known())
		if err != nil {
			return usage("%w", err)
		}
		if population == 0 {
			population = cfg.Evolve.Population
		}
		if population < 4 || population > 100_000 {
			return usage("--population: must be in [4, 100000], have %d", population)
		}
		t, err := a.newTrial(cfg, names, population)
		if err != nil {
			return err
		}
		out, err := t.run(cmd.Context(), seeds)
		t.progress.Clear()
		if err != nil {
			return fmt.Errorf("compare: %w", err)
		}
		if out.Config = baseName(args[0]); a.json() {
			return report.JSON(a.stdout, out)
		}
		return t.show(a.stdout, out)
	}
	return c
}

// trial is one compare command under way.
type trial struct {
	*app
	cfg      *configs.Config
	first    *league.Evaluator // of the first seed; for what does not depend on seeds
	arms     []optimiser.Arm
	progress *terminal.Progress
}

func (a *app) newTrial(cfg *configs.Config, names []string, population int) (*trial, error) {
	e, err := run.NewEvaluator(&a.Finder, cfg)
	if err != nil {
		return nil, err
	}
	t := &trial{app: a, cfg: cfg, first: e, progress: terminal.New(a.stderr, a.now)}
	if t.arms, err = optimiser.Choose(names, population, len(e.Game.Schema.Genes)); err != nil {
		return nil, usage("--arms: %v", err)
	}
	return t, nil
}

// run breeds with every arm for every seed.
func (t *trial) run(ctx context.Context, seeds int) (out *comparison, err error) {
	out = &comparison{Game: t.cfg.Game}
	for i := range seeds {
		out.Seeds = append(out.Seeds, t.cfg.Seed+uint64(i))
	}
	out.Arms, err = optimiser.Compare(ctx, gaArm, t.arms, out.Seeds, func(seed uint64) (*optimiser.Trial, error) { return t.begin(seed, out) })
	return out, err
}

// begin returns the trial of a seed. The arms read ranks only, so they are measured
// without a gradient, which would cost them time.
func (t *trial) begin(seed uint64, out *comparison) (*optimiser.Trial, error) {
	cfg := *t.cfg
	cfg.Seed, cfg.Evolve.Seed = seed, seed
	e, err := run.NewEvaluator(&t.Finder, &cfg)
	if err != nil {
		return nil, err
	}
	return &optimiser.Trial{
		Schema: e.Schema,
		Reference: func(ctx context.Context) (genome.Vector, int64, error) {
			best, err := t.ga(ctx, e)
			return best, e.Games(), err
		},
		Evaluator: func(arm string, budget int64) evolve.Evaluator {
			e.Plain = true
			return watched{e, t, arm, budget, e.Games()}
		},
		Measure: func(ctx context.Context, arm string, best genome.Vector, spent int64) (float64, error) {
			total, err := t.measure(ctx, e, arm, best, spent)
			out.Games = total.Games
			return total.Mean, err
		},
	}, nil
}

func (t *trial) ga(ctx context.Context, e *league.Evaluator) (genome.Vector, error) {
	show := evolve.RecorderFunc(func(g evolve.Generation) error {
		t.progress.Spin(fmt.Sprintf("seed %d  %s: generation %d/%d", e.Seed, gaArm, g.Number+1, e.Evolve.Generations))
		return nil
	})
	r, err := evolve.Run(ctx, e.Schema, e.Evolve, e, e, show, nil)
	return r.Champion.Genes, err
}

// watched is an evaluator with a progress line.
type watched struct {
	*league.Evaluator
	trial  *trial
	arm    string
	budget int64
	before int64 // games of the evaluator when the arm began
}

func (w watched) Evaluate(ctx context.Context, round evolve.Round, vs []genome.Vector) ([]evolve.Fitness, error) {
	w.trial.progress.Spin(fmt.Sprintf("seed %d  %s: %s of %s games", w.Seed, w.arm, report.Count(w.Games()-w.before), report.Count(w.budget)))
	return w.Evaluator.Evaluate(ctx, round, vs)
}

// measure plays a champion against the field on the evidence deals of the seed, which
// are the same for all arms.
func (t *trial) measure(ctx context.Context, e *league.Evaluator, arm string, v genome.Vector, spent int64) (champion.Measured, error) {
	_, total, err := e.AgainstField(ctx, v)
	if err == nil {
		_, show := scale(e.Game.Info())
		t.progress.Line(fmt.Sprintf("seed %d  %-9s  %s ±%s  after %s games", e.Seed, arm, show(total.Mean), show((total.High-total.Low)/2), report.Count(spent)))
	}
	return total, err
}

func (t *trial) show(w io.Writer, c *comparison) error {
	unit, show := scale(t.first.Game.Info())
	fmt.Fprintf(w, "%s over %d seeds; every champion measured in %s games on fresh deals, the same for all arms of a seed\n\n",
		c.Config, len(c.Seeds), report.Count(c.Games))
	out := &report.Table{Columns: []string{"arm", ">" + unit, ">95 % interval", ">min", ">max", ">games", ">GA ahead by", ">95 % interval"}}
	for _, f := range c.Arms {
		row := []string{f.Arm, show(f.Mean), show(f.Low) + " to " + show(f.High), show(f.Min), show(f.Max), report.Count(f.Games), "", ""}
		if d := f.Lead; d != nil {
			row[6], row[7] = show(d.Mean), show(d.Low)+" to "+show(d.High)
		}
		out.Add(row...)
	}
	return out.Write(w)
}
