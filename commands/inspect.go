package commands

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/arena/game"
	"bloodline/results/player"
	"bloodline/results/report"
)

func (a *app) inspectCommand() *cobra.Command {
	var deals int
	var seed uint64
	var genes, wide bool
	c := &cobra.Command{
		Use:   "inspect PLAYER",
		Short: "See what a player does, how it fares and which genes make it so",
		Long: `inspect plays the player against every baseline of its game and says what it
did, in words and in tables: every rate is measured over those games, never read
off a gene. Then come its results per opponent and, for a genome, its genes by
group with their ranges and how far each is from its default.`,
		Example: "  $bloodline inspect $champion\n  $bloodline inspect $run --genes\n  $bloodline inspect $baseline -o json",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&deals, "deals", 1000, "deals against each opponent, each in all seatings")
	f.Uint64Var(&seed, "seed", 1, "seed of the deals")
	f.BoolVar(&genes, "genes", false, "list all genes, not only those furthest from their defaults")
	f.BoolVar(&wide, "wide", false, "print all columns and the chances behind each share, wider than a terminal of 80")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		fewer(f, "deals", &deals, 20, p)
		if err := counts("--deals", deals, 2, 1_000_000); err != nil {
			return err
		}
		if p.Game.Portrait == nil && !p.Game.Slow() {
			return usage("inspect: %s has no portrait: nothing is counted", p.Game.Name())
		}
		w := a.watch("inspect", int64(deals*len(p.Game.Baselines)*p.Game.Info().Seatings()))
		b, err := report.Observe(cmd.Context(), p.Game, p.Name, p.Seat(), p.Genes, deals, seed)
		w.Stop()
		if err != nil {
			return fmt.Errorf("inspect: %w", err)
		}
		if a.json() {
			return report.JSON(a.stdout, b)
		}
		return a.showBehaviour(p.Game, b, genes, wide)
	}
	return c
}

func (a *app) showBehaviour(g *game.Game, b *report.Behaviour, all, wide bool) error {
	fmt.Fprintf(a.stdout, "%s, measured over %s games\n\n", b.Player, report.Count(int64(b.Games)))
	for _, w := range b.Words {
		fmt.Fprintln(a.stdout, report.Bullet(w))
	}
	for _, h := range b.Habits {
		fmt.Fprintf(a.stdout, "\n%s\n\n", h.Title)
		t := report.Table{Columns: h.Columns, Rows: h.Rows}
		if !wide {
			t.Rows = report.Shares(h.Rows)
			t.Fit(report.Columns)
		}
		if err := t.Write(a.stdout); err != nil {
			return err
		}
	}
	fmt.Fprint(a.stdout, "\nResults\n\n")
	if err := report.Figures(g.Info(), append(b.Versus, *b.Field)).Write(a.stdout); err != nil || b.Genes == nil {
		return err
	}
	return a.showGenes(g, b.Genes, all, wide)
}

// mostFar is how many genes of a group are listed unless all are.
const mostFar = 5

func (a *app) showGenes(g *game.Game, genes []report.Gene, all, wide bool) error {
	for _, group := range g.Schema.Groups() {
		shown := slices.DeleteFunc(slices.Clone(genes), func(x report.Gene) bool { return x.Group != group })
		head := fmt.Sprint(len(shown))
		if !all && len(shown) > mostFar {
			slices.SortStableFunc(shown, func(x, y report.Gene) int { return cmp.Compare(math.Abs(y.Shift), math.Abs(x.Shift)) })
			head = fmt.Sprintf("the %d of %s furthest from their defaults; --genes lists all", mostFar, head)
			shown = shown[:mostFar]
		}
		t := report.GeneTable(shown)
		if !wide {
			t = t.Without(func(_ int, name string) bool { return name == ">range" || name == "unit" })
			t.Fit(report.Columns)
		}
		fmt.Fprintf(a.stdout, "\nGenes: %s (%s)\n\n", group, head)
		if err := t.Write(a.stdout); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) diffCommand() *cobra.Command {
	var games int
	var seed uint64
	c := &cobra.Command{
		Use:     "diff PLAYER PLAYER",
		Short:   "Compare two genomes gene by gene",
		Example: "  $bloodline diff $champion $run\n  $bloodline diff $run/g000-000 $run",
		Args:    arguments(cobra.ExactArgs(2)),
	}
	c.Flags().IntVar(&games, "games", 20000, "games to play between them; 0 plays none")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the deals")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := counts("--games", games, 0, 100_000_000); err != nil {
			return err
		}
		cs, g, err := a.FindAll(args, nil)
		if err != nil {
			return err
		}
		fewer(cmd.Flags(), "games", &games, 200, cs...)
		for _, p := range cs {
			if p.Genes == nil {
				return usage("%s has no genes to compare", p.Name)
			}
		}
		if cmd.Flags().Changed("games") && g.Info().Seats != 2 {
			return usage("--games: must be left out for %s, which seats %d: diff plays two against each other", g.Name(), g.Info().Seats)
		}
		return a.showDiff(cmd.Context(), cs, g, games, seed)
	}
	return c
}

func (a *app) showDiff(ctx context.Context, ps []*player.Player, g *game.Game, games int, seed uint64) error {
	rows := report.Differences(g.Schema, ps[0].Genes, ps[1].Genes)
	var head *report.Figure
	if games > 0 && g.Info().Seats == 2 {
		w := a.watch("diff", int64(games+games%2))
		got, err := g.HeadToHead(ctx, ps[0].Seat(), ps[1].Seat(), games, seed, a.workers)
		w.Stop()
		if err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		head = &report.Figure{Player: ps[0].Name, Summary: got}
	}
	if a.json() {
		return report.JSON(a.stdout, struct {
			A         string              `json:"a"`
			B         string              `json:"b"`
			Genes     int                 `json:"genes"`
			Different []report.Difference `json:"different"`
			Match     *report.Figure      `json:"match,omitempty"`
		}{ps[0].Name, ps[1].Name, len(g.Schema.Genes), rows, head})
	}
	fmt.Fprintf(a.stdout, "%d of %d genes differ\n\n", len(rows), len(g.Schema.Genes))
	if err := report.DifferenceTable(ps[0].Name, ps[1].Name, rows).Write(a.stdout); err != nil || head == nil {
		return err
	}
	_, show := report.Scale(g.Info())
	fmt.Fprintf(a.stdout, "\n%s against %s: %s (%s to %s) over %s games\n", ps[0].Name, ps[1].Name,
		show(head.Mean), show(head.Low), show(head.High), report.Count(head.Games))
	return nil
}
