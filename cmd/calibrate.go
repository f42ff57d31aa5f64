package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/arena/calibrate"
	"bloodline/arena/game"
	"bloodline/results/report"
)

func (a *app) calibrateCommand() *cobra.Command {
	var seed uint64
	var rounds int
	var check bool
	c := &cobra.Command{
		Use:   "calibrate GAME",
		Short: "Fit the baselines to the contest's published leaderboard",
		Long: `calibrate repeats the fit of the baselines' free parameters: their round robin
shall reproduce the published leaderboard. The baselines are in the style of the
contest's entries; the entries' own sources are not public.

--check plays the shipped fit on fresh deals and prints its table, without
fitting. The fit takes a few minutes; it is a function of the seed.`,
		Example: "  $bloodline calibrate $game --check\n  $bloodline calibrate $game --seed 1",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.Uint64Var(&seed, "seed", 1, "seed of the fit")
	f.IntVar(&rounds, "rounds", 2000, "rounds of the table that is printed")
	f.BoolVar(&check, "check", false, "measure the shipped fit instead of fitting")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		g, ok := a.Games.ByName(args[0])
		switch {
		case !ok:
			return usage("unknown game %q (have %s)", args[0], a.Games)
		case g.Fit == nil:
			return usage("%s has no published leaderboard to fit to", args[0])
		}
		if err := counts("--rounds", rounds, 2, 500_000); err != nil {
			return err
		}
		at := g.Fit.Shipped
		if !check {
			w := a.watch("calibrate", 0)
			r, err := calibrate.Fit(cmd.Context(), g.Problem(cmd.Context(), a.workers), calibrate.Options{Seed: seed}, func(x calibrate.Progress) {
				w.say(fmt.Sprintf("stage %d, sweep %d: %d moved, worst residual %.1f points", x.Stage, x.Sweep, x.Moves, x.Worst))
			})
			w.Stop()
			if err != nil {
				return err
			}
			at = r.Params
		}
		return a.showFit(cmd, g, at, rounds, seed)
	}
	return c
}

func (a *app) showFit(cmd *cobra.Command, g *game.Game, at []float64, rounds int, seed uint64) error {
	w := a.watch("calibrate", int64(rounds*len(g.Baselines)*(len(g.Baselines)-1)))
	rows, rho, err := g.MeasureFit(cmd.Context(), at, rounds, seed, a.workers)
	w.Stop()
	if err != nil {
		return fmt.Errorf("calibrate: %w", err)
	}
	if a.json() {
		return report.JSON(a.stdout, fitTable{rounds, seed, rho, rows})
	}
	t := &report.Table{Columns: []string{"bot", ">published", ">ours", ">95 % interval", ">off", "parameters"}}
	for _, r := range rows {
		var params []string
		names, _ := g.Fit.ParametersOf(r.Bot)
		for _, name := range names {
			params = append(params, fmt.Sprintf("%s %.3g", name, r.Params[name]))
		}
		t.Add(r.Bot, fmt.Sprintf("%.0f", r.Published), fmt.Sprintf("%.1f", r.Points),
			fmt.Sprintf("%.1f to %.1f", r.Low, r.High), fmt.Sprintf("%+.1f", r.Points-r.Published), report.List(params))
	}
	fmt.Fprintf(a.stdout, "points of %.0f in ten rounds, over %d rounds; Spearman rank correlation %.3f\n\n", g.PointsOut(), rounds, rho)
	return a.print(t)
}

// fitTable is how well baselines fit the published leaderboard.
type fitTable struct {
	Rounds   int           `json:"rounds"`
	Seed     uint64        `json:"seed"`
	Spearman float64       `json:"spearman"` // rank correlation with the published table
	Bots     []game.Fitted `json:"bots"`
}
