package cmd

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena/stats"
	"bloodline/cmd/internal/terminal"
	"bloodline/configs"
	"bloodline/evolve"
	"bloodline/evolve/league"
	"bloodline/evolve/rival"
	"bloodline/genome"
	"bloodline/results/report"
	"bloodline/results/run"
)

// gaArm is the name of the genetic algorithm among the arms.
const gaArm = "ga"

// fullGenes is how many genes the full matrix of CMA-ES may have before the arm is
// left out unless asked for: its time grows with their third power.
const fullGenes = 100

// comparison is what compare has to say.
type comparison struct {
	Game   string      `json:"game"`
	Config string      `json:"config"`
	Seeds  []uint64    `json:"seeds"`
	Games  int64       `json:"evidence_games"` // of each champion
	Arms   []armFigure `json:"arms"`           // the GA first
}

// armFigure is an arm over all seeds. Means are points a game on fresh deals, and
// intervals are Student's over the seeds.
type armFigure struct {
	Arm       string    `json:"arm"`
	Games     int64     `json:"games"` // bred with, mean of the seeds
	Mean      float64   `json:"mean"`
	Low       float64   `json:"low"`
	High      float64   `json:"high"`
	Min       float64   `json:"min"`
	Max       float64   `json:"max"`
	Champions []float64 `json:"champions"`      // by seed
	Spent     []int64   `json:"spent"`          // games by seed
	Lead      *lead     `json:"lead,omitempty"` // of the GA, paired by seed; nil for the GA
}

// lead is a mean difference and its interval.
type lead struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
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

  ga         the genetic algorithm of breed; with evolve.learning, it alone is told
             which genes earned a game's points
  random     best of as many genomes as possible, drawn evenly from the ranges
  varied     the same, but drawn around the defaults, where the GA starts
  cma-full   CMA-ES (goptuna), one matrix of all genes; from the defaults
  cma-group  CMA-ES (goptuna), a matrix for each run of groups of genes
  sep-cma    CMA-ES with a diagonal matrix

Without --arms all are compared, but cma-full only up to 100 genes: of 277 it
needs a tenth of a second for each genome, beside the games.`,
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
	lab      *league.Evaluator // of the first seed; for what does not depend on seeds
	arms     []rival.Arm
	progress *terminal.Progress
}

func (a *app) newTrial(cfg *configs.Config, names []string, population int) (*trial, error) {
	l, err := run.NewEvaluator(&a.Finder, cfg)
	if err != nil {
		return nil, err
	}
	t := &trial{app: a, cfg: cfg, lab: l, progress: terminal.New(a.stderr, a.now)}
	t.arms, err = chooseArms(names, population, len(l.Game.Schema.Genes))
	return t, err
}

func chooseArms(names []string, population, genes int) ([]rival.Arm, error) {
	all := rival.All(population)
	if len(names) == 0 {
		return slices.DeleteFunc(all, func(r rival.Arm) bool { return r.Name() == "cma-full" && genes > fullGenes }), nil
	}
	var out []rival.Arm
	for _, name := range names {
		i := slices.IndexFunc(all, func(r rival.Arm) bool { return r.Name() == strings.TrimSpace(name) })
		if i < 0 {
			var have []string
			for _, r := range all {
				have = append(have, r.Name())
			}
			return nil, usage("--arms: unknown %q (have %s)", name, list(have))
		}
		if !slices.Contains(out, all[i]) {
			out = append(out, all[i])
		}
	}
	return out, nil
}

// run breeds with every arm for every seed.
func (t *trial) run(ctx context.Context, seeds int) (*comparison, error) {
	out := &comparison{Game: t.cfg.Game, Arms: []armFigure{{Arm: gaArm}}}
	for _, r := range t.arms {
		out.Arms = append(out.Arms, armFigure{Arm: r.Name()})
	}
	for i := range seeds {
		cfg := *t.cfg
		cfg.Seed += uint64(i)
		cfg.Evolve.Seed = cfg.Seed
		l, err := run.NewEvaluator(&t.Finder, &cfg)
		if err != nil {
			return nil, err
		}
		out.Seeds = append(out.Seeds, cfg.Seed)
		if err := t.runSeed(ctx, l, out); err != nil {
			return nil, fmt.Errorf("seed %d: %w", cfg.Seed, err)
		}
	}
	for i := range out.Arms {
		out.Arms[i].summarize(out.Arms[0])
	}
	return out, nil
}

// runSeed adds a champion of each arm.
func (t *trial) runSeed(ctx context.Context, l *league.Evaluator, out *comparison) error {
	best, err := t.ga(ctx, l)
	if err != nil {
		return fmt.Errorf("%s: %w", gaArm, err)
	}
	budget := l.Games()
	l.Evolve.Learning = 0 // the others read ranks only; credit would cost them time
	if err := t.crown(ctx, l, out, 0, best, budget); err != nil {
		return err
	}
	for i, r := range t.arms {
		best, spent, err := r.Breed(ctx, l.Schema, l.Seed, watched{l, t, r.Name(), budget, l.Games()}, budget)
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name(), err)
		}
		if err := t.crown(ctx, l, out, i+1, best, spent); err != nil {
			return err
		}
	}
	return nil
}

func (t *trial) ga(ctx context.Context, l *league.Evaluator) (genome.Vector, error) {
	show := evolve.RecorderFunc(func(g evolve.Generation) error {
		t.progress.Spin(fmt.Sprintf("seed %d  %s: generation %d/%d", l.Seed, gaArm, g.Number+1, l.Evolve.Generations))
		return nil
	})
	r, err := evolve.Run(ctx, l.Schema, l.Evolve, l, l, show, nil)
	return r.Champion.Genes, err
}

// watched is the lab with a progress line.
type watched struct {
	*league.Evaluator
	trial  *trial
	arm    string
	budget int64
	before int64 // games of the lab when the arm began
}

func (w watched) Evaluate(ctx context.Context, deals int, vs []genome.Vector) ([]evolve.Fitness, error) {
	w.trial.progress.Spin(fmt.Sprintf("seed %d  %s: %s of %s games", w.Seed, w.arm, report.Count(w.Games()-w.before), report.Count(w.budget)))
	return w.Evaluator.Evaluate(ctx, deals, vs)
}

// crown measures a champion against the field on the evidence deals of the seed,
// which are the same for all arms.
func (t *trial) crown(ctx context.Context, l *league.Evaluator, out *comparison, arm int, v genome.Vector, spent int64) error {
	_, total, err := l.AgainstField(ctx, v)
	if err != nil {
		return err
	}
	f := &out.Arms[arm]
	f.Champions, f.Spent = append(f.Champions, total.Mean), append(f.Spent, spent)
	out.Games = total.Games
	_, show := scale(l.Game.Info())
	t.progress.Line(fmt.Sprintf("seed %d  %-9s  %s ±%s  after %s games", l.Seed, f.Arm, show(total.Mean), show((total.High-total.Low)/2), report.Count(spent)))
	return nil
}

// fine is how finely means are tallied, in parts of a point: far finer than any
// evidence can tell.
const fine = 1_000_000

func tallied(x float64) int64 { return int64(math.Round(x * fine)) }

// summarize fills in what the champions come to.
func (f *armFigure) summarize(ga armFigure) {
	var pair stats.Paired
	var games int64
	for i, x := range f.Champions {
		pair.Add(tallied(ga.Champions[i]), tallied(x))
		games += f.Spent[i]
	}
	e := pair.B.Estimate(fine, stats.Level)
	f.Mean, f.Low, f.High = e.Mean, e.Interval.Low, e.Interval.High
	f.Min, f.Max = slices.Min(f.Champions), slices.Max(f.Champions)
	f.Games = games / int64(len(f.Spent))
	if f.Arm != gaArm {
		d := pair.Difference(fine, stats.Level)
		f.Lead = &lead{d.Mean, d.Interval.Low, d.Interval.High}
	}
}

func (t *trial) show(w io.Writer, c *comparison) error {
	unit, show := scale(t.lab.Game.Info())
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
