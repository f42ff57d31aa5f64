package cmd

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/configs/player"
	"bloodline/results/report"
)

func (a *app) ablateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "ablate CHAMPION",
		Short: "Show which genes earn the wins",
		Long: `ablate shows how many points each gene and each group of genes earns: it sets them to their defaults, one
at a time, and plays the same deals against all baselines again.`,
		Example: "  $bloodline ablate $champion\n  $bloodline ablate $run --deals 1000 --all",
	}
	f := c.Flags()
	deals := f.Int("deals", 300, "deals against each opponent; fewer where one play is many deals")
	seed := f.Uint64("seed", 1, "seed of the deals")
	against := f.StringSlice("against", nil, "opponents (default: all baselines)")
	all := f.Bool("all", false, "list all genes, not only those that matter")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		field, err := a.findOpponents(p, *against)
		if err != nil {
			return err
		}
		ps := append(field, p)
		if err := cmp.Or(a.refuseProgramFlags(ps...), limit(f, "deals", deals, 10, 2, 100_000, p.Game, ps...)); err != nil {
			return err
		}
		if p.Genes == nil {
			return usage("%s has no genes", p.Name)
		}
		rows, err := a.measureGenes(cmd.Context(), "ablate", p, p.Game.Schema, player.Seats(field), *deals, *seed)
		if err != nil {
			return fmt.Errorf("ablate: %w", err)
		}
		return a.print(rows, report.AblationTable(p, rows, len(field), *deals, *all))
	}
	return c
}

// findOpponents finds the players that words name; without words, all baselines of a player's game.
func (a *app) findOpponents(p *player.Player, words []string) ([]*player.Player, error) {
	if len(words) == 0 {
		words = p.Game.BaselineNames()
	}
	if len(words) == 0 {
		return nil, usage("--against must name a player: %s has no baselines", p.Game.Name())
	}
	var out []*player.Player
	for _, w := range words {
		o, err := a.FindInGame(p.Game, w)
		if err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
		out = append(out, o)
	}
	return out, nil
}
