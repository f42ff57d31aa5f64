package cmd

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/ablation"
	"bloodline/arena/game"
	"bloodline/configs/player"
	"bloodline/results/report"
)

func (a *app) ablateCommand() *cobra.Command {
	var deals int
	var seed uint64
	var all bool
	var against []string
	c := &cobra.Command{
		Use:   "ablate CHAMPION",
		Short: "Show which genes earn the wins",
		Long: `ablate shows how many points each gene and each group of genes earns. It sets them
to their defaults, one at a time, and plays the champion with and without them on
the same deals against all baselines. Genes without an effect beyond chance are
counted; genes that never changed a deal's score are named.`,
		Example: "  $bloodline ablate $champion\n  $bloodline ablate $run --deals 1000 --all",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&deals, "deals", 300, "deals against each opponent, each in all seatings")
	f.Uint64Var(&seed, "seed", 1, "seed of the deals")
	f.StringSliceVar(&against, "against", nil, "opponents (default: all baselines)")
	f.BoolVar(&all, "all", false, "list all genes, not only those that matter")
	a.bindPrograms(f)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		field, err := a.field(p, against)
		if err != nil {
			return err
		}
		if err := a.read(append(field, p)...); err != nil {
			return err
		}
		fewer(f, "deals", &deals, 10, append(field, p)...)
		if err := counts("--deals", deals, 2, 100_000); err != nil {
			return err
		}
		if p.Genes == nil {
			return usage("%s has no genes", p.Name)
		}
		e := &arena.Evaluator{
			Arena: arena.New(p.Game, a.workers), Field: player.Seats(field),
			Blocks: deals * len(field), Seed: seed, Stage: arena.StageShow,
		}
		w := a.watch("ablate", int64(ablation.Plays(p.Game.Schema, p.Genes)*e.Blocks*p.Game.Info().Seatings()))
		rows, err := ablation.Ablator{Evaluator: e, Schema: p.Game.Schema, Compile: p.Compile}.Measure(cmd.Context(), p.Genes)
		w.Stop()
		if err != nil {
			return fmt.Errorf("ablate: %w", err)
		}
		if a.json() {
			return report.JSON(a.stdout, rows)
		}
		return a.showAblations(p, rows, len(field), deals, all)
	}
	return c
}

// field finds the players that another one plays against: those of the words, or all
// baselines.
func (a *app) field(p *player.Player, words []string) ([]*player.Player, error) {
	if len(words) == 0 {
		words = p.Game.BaselineNames()
	}
	if len(words) == 0 {
		return nil, usage("--against must name a player: %s has no baselines", p.Game.Name())
	}
	var out []*player.Player
	for _, w := range words {
		o, err := a.FindOf(p.Game, w)
		if err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
		out = append(out, o)
	}
	return out, nil
}

func (a *app) showAblations(p *player.Player, rows []ablation.Row, against, deals int, all bool) error {
	unit, show := report.Scale(p.Game.Info())
	a.say("%s without its genes: loss in %s against %s, %s deals each; genes with a positive loss earn points",
		p.Name, unit, report.Plural(against, "opponent"), report.Count(int64(deals)))
	fmt.Fprintln(a.stdout)
	var groups, genes []ablation.Row
	for _, r := range rows {
		if r.Group {
			groups = append(groups, r)
		} else {
			genes = append(genes, r)
		}
	}
	if err := a.print(groupTable(p.Game, groups, show)); err != nil {
		return err
	}
	var matter, silent []ablation.Row
	for _, r := range genes {
		switch {
		case r.Silent:
			silent = append(silent, r)
		case all || r.Low > 0 || r.High < 0:
			matter = append(matter, r)
		}
	}
	fmt.Fprintln(a.stdout)
	if err := a.print(lossTable("gene", matter, show)); err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	a.say("%d of %d genes are at their defaults; of the others %d show no effect beyond chance.",
		len(p.Game.Schema.Genes)-len(genes), len(p.Game.Schema.Genes), len(genes)-len(matter)-len(silent))
	if len(silent) > 0 {
		names := make([]string, len(silent))
		for i, r := range silent {
			names[i] = r.Genes
		}
		text := report.List(names)
		if !all {
			text = report.Shorten(names, mostSilent) + "; --all lists them"
		}
		a.say("%d never changed a deal's score: %s", len(silent), text)
	}
	return nil
}

// mostSilent is how many genes that never mattered are named unless all are.
const mostSilent = 3

// groupTable is a lossTable that says what the genes of each group decide.
func groupTable(g *game.Game, rows []ablation.Row, show func(float64) string) *report.Table {
	t := lossTable("group", rows, show)
	t.Columns = append(t.Columns, "what they decide")
	for i, row := range t.Rows {
		t.Rows[i] = append(row, g.GroupDoc(row[0]))
	}
	return t
}

func lossTable(head string, rows []ablation.Row, show func(float64) string) *report.Table {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(x, y ablation.Row) int { return cmp.Compare(y.Loss, x.Loss) })
	t := &report.Table{Columns: []string{head, ">loss", ">95 % interval"}}
	for _, r := range rows {
		t.Add(r.Genes, show(r.Loss), show(r.Low)+" to "+show(r.High))
	}
	return t
}
