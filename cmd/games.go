package cmd

import (
	"fmt"
	"slices"

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
	Genes     int      `json:"gene_count"`
	Schema    string   `json:"schema"`
	Baselines []string `json:"baselines"`
	Champions []string `json:"champions"`
}

// gameDetail is one game with its genes.
type gameDetail struct {
	gameRow
	GeneDocs []report.GeneDoc `json:"genes"`
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
		Use:   "games [GAME [GROUP]]",
		Short: "List the games, or the genes of a game and what they do",
		Long: `games lists the games. With a game it lists the baselines, the shipped champions and
the groups of genes. With a group (or all) it lists each gene: range, default, unit,
and what the bot does more with a larger value.`,
		Example: "  $bloodline games\n  $bloodline games $game\n  $bloodline games $game all\n  $bloodline games $game -o json",
		Args:    arguments(cobra.MaximumNArgs(2)),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listGames()
			}
			g, err := a.game(args[0])
			if err != nil {
				return err
			}
			return a.showGame(g, args[1:])
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
	return a.print(t)
}

// allGroups stands for every group of genes.
const allGroups = "all"

func (a *app) showGame(g *game.Game, group []string) error {
	row := rowOf(g)
	genes := report.GeneDocs(g.Schema)
	if a.json() {
		return report.JSON(a.stdout, gameDetail{row, genes})
	}
	if all := append(g.Schema.Groups(), allGroups); len(group) > 0 && !slices.Contains(all, group[0]) {
		return usage("%s has no group of genes %q (have %s)", g.Name(), group[0], report.List(all))
	}
	a.say("%s: %s, %d seats, %s moves, %s genes", row.Name, row.Title, row.Seats, row.Dynamics, report.Count(int64(row.Genes)))
	fmt.Fprintln(a.stdout)
	if len(group) > 0 {
		return a.showGroup(genes, group[0])
	}
	fmt.Fprintln(a.stdout, report.Bullet("baselines: "+orNone(row.Baselines)))
	fmt.Fprintln(a.stdout, report.Bullet("shipped champions: "+orNone(row.Champions)))
	t := &report.Table{Columns: []string{"group", ">genes", "what they decide"}}
	for _, group := range g.Schema.Groups() {
		n := 0
		for _, x := range genes {
			if x.Group == group {
				n++
			}
		}
		t.Add(group, report.Count(int64(n)), g.GroupDoc(group))
	}
	fmt.Fprintln(a.stdout)
	if err := a.print(t); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	a.say("%s games %s GROUP lists the genes of a group.", a.typed, row.Name)
	return nil
}

// showGroup lists the genes of a group and what they do.
func (a *app) showGroup(genes []report.GeneDoc, group string) error {
	for _, x := range genes {
		if group == allGroups || x.Group == group {
			fmt.Fprintf(a.stdout, "%s  %s, default %v, %s\n%s\n", x.Name, x.Span(), x.Default, x.Unit, report.Wrap(x.Doc, "    ", report.Columns))
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
	for _, f := range g.Shipped.Champions {
		out = append(out, f.Name)
	}
	return out
}

// baselineRow is one baseline.
type baselineRow struct {
	Name      string  `json:"name"`
	Published float64 `json:"published,omitempty"` // points of the contest's leaderboard
	Doc       string  `json:"doc"`
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
				var out []baselineRow
				for _, b := range g.Baselines {
					out = append(out, baselineRow{b.Name, g.Published(b.Name), b.Doc})
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
