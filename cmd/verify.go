package cmd

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"bloodline/configs"
	"bloodline/results/run"
)

func (a *app) verifyCommand() *cobra.Command {
	c := &cobra.Command{
		Use:               "verify CHAMPION",
		ValidArgsFunction: offer(orFiles, a.Games.Champions, a.Runs),
		Short:             "Check a champion's figures by playing its games again",
		Long: `verify plays the games behind a champion's figures again and compares every figure. CHAMPION is a
champion file, a run, or a shipped champion. If points differ, the exit code is 1: the file is wrong, or this version
plays differently. Intervals are compared to nine digits. If programs ignore their seed, each figure must differ by no
more than chance.

This proves that the figures are those of the genes, the seed and the settings in the file, but not how it was bred.
What the games don't prove is listed under "Not verified".
Seed and settings may have been chosen, so verify plays as many new deals of a seed that it draws, and warns if the
claims are higher. With --games N these take N games, for figures with narrower intervals.

With --on RUNFILE it plays the champion of a simulator in another contest with the same genes, by name, such as the
contest's own referee or its official maps, against the opponents that both have. It says by how much the points
differ, and what the champion has more than the defaults there.`,
		Example: "  $bloodline verify results/$run/champion.json\n  $bloodline verify $champion --seed 7\n" +
			"  $bloodline verify mybot-1 --on referee.yaml",
	}
	seed := c.Flags().Uint64("seed", 0, "of the new deals; drawn at random unless given")
	on := c.Flags().String("on", "", "`RUNFILE` of another contest to play the champion in")
	games := c.Flags().Int("games", 0, "of the new deals (default: as many as the evidence has); with --on where programs "+
		"are started for each (default 400), and as many of the defaults")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.FindFile(args[0])
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("games") {
			if err := checkRange("--games", *games, 2, 10_000_000); err != nil {
				return err
			}
		}
		if *on != "" {
			c, err := a.load(*on, configs.Overrides{})
			if err != nil {
				return err
			}
			const simulated = 40_000 // games in a simulator, for intervals of about half a point
			c.Workers = a.workers
			t, err := run.Transfer(cmd.Context(), &a.Finder, p, *on, c, cmp.Or(*games, 400), simulated, *seed,
				func(games int) func() { return a.watch("verify", int64(games)).Stop })
			if err != nil {
				return fmt.Errorf("verify: %w", err)
			}
			return a.print(t, t.Table())
		}
		if !cmd.Flags().Changed("seed") {
			*seed = rand.Uint64N(1 << 32) // short enough to be typed
		}
		claimed := p.File.Evidence.Games()
		w := a.watch("verify", claimed+cmp.Or(int64(*games), claimed))
		v, err := run.Verify(cmd.Context(), &a.Finder, args[0], p, a.workers, *seed, int64(*games))
		w.Stop()
		if err != nil {
			return err
		}
		err = a.print(v, v.Table())
		if err == nil && !v.Equal {
			err = fmt.Errorf("%s: the evidence does not repeat", v.File)
		}
		return err
	}
	a.bindPrograms(c.Flags())
	return c
}
