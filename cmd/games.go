package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/arena/game"
	"bloodline/results/report"
)

func (a *app) gamesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "games",
		Short: "List the games, their genes and their shipped champions",
		Args:  arguments(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			type game struct {
				Name      string   `json:"name"`
				Title     string   `json:"title"`
				Seats     int      `json:"seats"`
				Dynamics  string   `json:"dynamics"`
				Points    string   `json:"points"`
				Genes     int      `json:"genes"`
				Schema    string   `json:"schema"`
				Baselines []string `json:"baselines"`
				Champions []string `json:"champions"`
			}
			var out []game
			for _, g := range a.Games {
				i := g.Info()
				out = append(out, game{
					i.Name, i.Title, i.Seats, i.Dynamics.String(), i.Points,
					len(g.Schema.Genes), g.Schema.Hash(), g.BaselineNames(), championsOf(g),
				})
			}
			if a.json() {
				return report.JSON(a.stdout, out)
			}
			t := &report.Table{Columns: []string{"game", "what it is", ">seats", "moves", ">genes", ">baselines", "shipped champions"}}
			for _, g := range out {
				t.Add(g.Name, g.Title, fmt.Sprint(g.Seats), g.Dynamics, fmt.Sprint(g.Genes), fmt.Sprint(len(g.Baselines)), report.List(g.Champions))
			}
			return t.Write(a.stdout)
		},
	}
}

// championsOf names the champions that come with a game.
func championsOf(g *game.Game) []string {
	out := []string{}
	for _, f := range g.Champions {
		out = append(out, f.Name)
	}
	return out
}

func (a *app) baselinesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "baselines [GAME]",
		Short: "List a game's hand-written opponents and how they play",
		Args:  arguments(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			name := a.Games[0].Name()
			if len(args) > 0 {
				name = args[0]
			}
			g, ok := a.Games.ByName(name)
			if !ok {
				return usage("unknown game %q (have %s)", name, a.Games)
			}
			if a.json() {
				type baseline struct {
					Name      string  `json:"name"`
					Published float64 `json:"published,omitempty"`
					Doc       string  `json:"doc"`
				}
				var out []baseline
				for _, b := range g.Baselines {
					out = append(out, baseline{b.Name, g.Published(b.Name), b.Doc})
				}
				return report.JSON(a.stdout, out)
			}
			for _, b := range g.Baselines {
				head := b.Name
				if points := g.Published(b.Name); points != 0 {
					head = fmt.Sprintf("%s (%.0f points published)", b.Name, points)
				}
				fmt.Fprintf(a.stdout, "%s\n%s\n\n", head, report.Wrap(b.Doc, "    ", 80))
			}
			return nil
		},
	}
}
