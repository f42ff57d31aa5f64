package commands

import (
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/arena/game"
	"bloodline/results/report"
)

// gameRow is one game of the list.
type gameRow struct {
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

func rowOf(g *game.Game) gameRow {
	i := g.Info()
	return gameRow{
		i.Name, i.Title, i.Seats, i.Dynamics.String(), i.Points,
		len(g.Schema.Genes), g.Schema.Hash(), g.BaselineNames(), championsOf(g),
	}
}

func (a *app) gamesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, or the genes of one and what they do",
		Long: `games lists the games. Of one game it lists the baselines, the shipped
champions and every gene by its group: range, default, unit and what a larger
value makes the bot do.`,
		Example: "  $bloodline games\n  $bloodline games $game\n  $bloodline games $game -o json",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listGames()
			}
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			return a.showGame(g)
		},
	}
}

// game finds a game by its name.
func (a *app) game(name string) (*game.Game, error) {
	g, ok := a.Games.ByName(name)
	if !ok {
		return nil, usage("unknown game %q (have %s)", name, a.Games)
	}
	return g, nil
}

func (a *app) listGames() error {
	var out []gameRow
	for _, g := range a.Games {
		out = append(out, rowOf(g))
	}
	if a.json() {
		return report.JSON(a.stdout, out)
	}
	t := &report.Table{Columns: []string{"game", "what it is", ">seats", "moves", ">genes", ">baselines", "shipped champions"}}
	for _, g := range out {
		t.Add(g.Name, g.Title, fmt.Sprint(g.Seats), g.Dynamics, fmt.Sprint(g.Genes), fmt.Sprint(len(g.Baselines)), report.List(g.Champions))
	}
	return t.Write(a.stdout)
}

func (a *app) showGame(g *game.Game) error {
	row := rowOf(g)
	genes := report.GeneDocs(g.Schema)
	if a.json() {
		type detailed struct {
			gameRow
			Genes []report.GeneDoc `json:"genes"` // instead of their number
		}
		return report.JSON(a.stdout, detailed{row, genes})
	}
	fmt.Fprintf(a.stdout, "%s: %s, %d seats, %s moves, %d genes\n\n", row.Name, row.Title, row.Seats, row.Dynamics, row.Genes)
	fmt.Fprintln(a.stdout, report.Bullet("baselines: "+orNone(row.Baselines)))
	fmt.Fprintln(a.stdout, report.Bullet("shipped champions: "+orNone(row.Champions)))
	for _, group := range g.Schema.Groups() {
		t := &report.Table{Columns: []string{"gene", ">range", ">default", "unit", "what it does"}}
		for _, x := range genes {
			if x.Group == group {
				t.Add(x.Name, fmt.Sprintf("%g to %g", x.Min, x.Max), fmt.Sprintf("%g", x.Default), x.Unit, x.Doc)
			}
		}
		fmt.Fprintf(a.stdout, "\nGenes: %s (%d)\n\n", group, len(t.Rows))
		if err := t.Write(a.stdout); err != nil {
			return err
		}
	}
	return nil
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return report.List(names)
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
			g, err := a.game(name)
			if err != nil {
				return err
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
