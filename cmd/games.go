package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"bloodline/results/report"
)

func (a *app) gamesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "games [GAME [GROUP]]",
		Short: "List the games, or the genes of a game and what they do",
		Long: `games lists the games. With a game it lists the baselines, the shipped champions and the groups of genes.
With a group (or all) it lists each gene: range, default, unit, and what the bot does more with a larger value.`,
		Example: "  $bloodline games\n  $bloodline games $game\n  $bloodline games $game all\n  $bloodline games $game -o json",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				out := report.Map(a.Games, report.NewGameRow)
				return a.print(out, report.GameTable(out))
			}
			g, err := a.Games.Named(args[0])
			if err != nil {
				return err
			}
			group := ""
			if len(args) > 1 {
				group = args[1]
				if all := append(g.Schema.Groups(), report.AllGroups); !slices.Contains(all, group) {
					return usage("%s has no group of genes %q (have %s)", g.Name(), group, report.List(all))
				}
			}
			d := &report.GameDetail{GameRow: report.NewGameRow(g), GeneDocs: report.GeneDocs(g.Schema)}
			return a.print(d, d.Table(g, group, a.invocation+" games "+g.Name()))
		},
	}
}

func (a *app) baselinesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "baselines [GAME]",
		Short: "List a game's hand-written opponents and how they play",
		RunE: func(_ *cobra.Command, args []string) error {
			name := a.Games[0].Name()
			if len(args) > 0 {
				name = args[0]
			}
			g, err := a.Games.Named(name)
			if err != nil {
				return err
			}
			out := slices.Clone(g.Baselines)
			for i := range out {
				out[i].Points = g.PublishedPoints(out[i].Name)
			}
			return a.print(out, report.BaselineTable(out))
		},
	}
}
