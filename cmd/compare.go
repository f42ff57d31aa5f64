package cmd

import (
	"github.com/spf13/cobra"

	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:               "compare PLAYER PLAYER...",
		ValidArgsFunction: a.offerPlayers(),
		Short:             "Compare players and runs on the same deals",
		Long: `compare plays each player against all baselines on the same new deals and says how
far each is behind the first. The module bench compares algorithms.`,
		Example: "  $bloodline compare $run $champion",
		Args:    arguments(cobra.MinimumNArgs(2)),
	}
	f := c.Flags()
	seed := f.Uint64("seed", 1, "seed of the deals")
	deals := f.Int("deals", 2000, "deals against each baseline; fewer where one play is many deals")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, words []string) error {
		if err := inRange("--deals", *deals, 2, 1_000_000); err != nil {
			return err
		}
		ps, g, err := a.find(words, "")
		switch {
		case err != nil:
			return err
		case len(g.Baselines) == 0:
			return usage("compare plays against baselines, and %s has none", g.Name())
		}
		lessForUnits(f, deals, g)
		w := a.watch("compare", int64((2*len(ps))**deals*len(g.Baselines)*g.Info().Seatings()))
		rows, err := run.StandingsOf(cmd.Context(), ps, *deals, *seed, a.workers)
		w.Stop()
		if err != nil {
			return withNames(err, ps)
		}
		return a.print(rows, report.LeadTable(g, rows))
	}
	return c
}
