package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"bloodline/results/report"
	"bloodline/results/report/view"
)

func (a *app) compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare PLAYER PLAYER...",
		Short: "Compare players, runs, or settings bred with several seeds",
		Long: `compare plays each player against all baselines on the same new deals and says how far each is behind the
first. In a contest of programs the baselines are the defaults and the opponents of the run file.

After breed A.yaml --seeds 1..5 and breed B.yaml --seeds 1..5, compare A B says which settings breed better champions: a
name of runs without their seeds stands for all of them, as runs lists them, and so do two runs or more of each. The
interval of their difference is over seeds and deals, and if it shows no difference, compare says about how many seeds
more would. The module bench compares algorithms.`,
		Example: "  $bloodline compare $run $champion\n  $bloodline compare $quick other",
	}
	f := c.Flags()
	seed := f.Uint64("seed", 1, "seed of the deals")
	deals := f.Int("deals", 2000, "deals against each baseline; fewer for groups, and where one play is many deals; 50 where programs play")
	named := a.bindContest(f, "the game, if no player implies it", "")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, words []string) error {
		sides, err := view.Sides(&a.Finder, words)
		if err != nil {
			return err
		}
		ps, g, err := a.findPlayers(slices.Concat(report.Map(sides, func(s report.Side) []string { return s.Words })...), *named)
		switch {
		case err != nil:
			return err
		case len(g.Baselines) == 0:
			return usage("compare plays against baselines, and %s has none", g.Name())
		}
		if len(ps) > len(sides) && !f.Changed("deals") { // seeds differ by more than deals do
			*deals = max(100, 2**deals/len(ps))
		}
		if err := limit(f, "deals", deals, 50, 2, 1_000_000, g, ps...); err != nil {
			return err
		}
		w := a.watch("compare", int64(len(ps)**deals*len(g.Baselines)*g.Info().Seatings()))
		rows, err := view.Measurer{Workers: a.workers, Deals: *deals, Seed: *seed}.CompareSides(cmd.Context(), sides, ps)
		w.Stop()
		if err != nil {
			return withNames(err, ps)
		}
		return a.print(rows, report.LeadTable(g, rows))
	}
	return c
}
