package cmd

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/stats"
	"bloodline/engine"
	"bloodline/genome"
	"bloodline/results/player"
	"bloodline/results/report"
)

// ablation is what setting genes to their defaults costs.
type ablation struct {
	Genes  string  `json:"genes"` // a gene's name, or a group's
	Group  bool    `json:"group"`
	Loss   float64 `json:"loss"` // points a game lost without them
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Silent bool    `json:"silent"` // the score of no deal changed
}

func (a *app) ablateCommand() *cobra.Command {
	var deals int
	var seed uint64
	var all bool
	c := &cobra.Command{
		Use:   "ablate CHAMPION",
		Short: "Find out which genes earn the wins",
		Long: `ablate sets every group of genes and every single gene to its default, plays
the result and the champion on the same deals against all baselines, and reports
how many points a game are lost without them. Genes whose loss is
indistinguishable from zero are counted; those that never changed a deal's score
are named.`,
		Example: "  $bloodline ablate $champion\n  $bloodline ablate $run --deals 1000 --all",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&deals, "deals", 300, "deals against each opponent, each in all seatings")
	f.Uint64Var(&seed, "seed", 1, "seed of the deals")
	f.BoolVar(&all, "all", false, "list all genes, not only those that matter")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := counts("--deals", deals, 2, 100_000); err != nil {
			return err
		}
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		if p.Genes == nil {
			return usage("%s is a baseline: it has no genes", p.Name)
		}
		if len(p.Game.Baselines) == 0 {
			return usage("ablate plays against baselines, and %s has none", p.Game.Name())
		}
		rows, err := a.ablations(cmd.Context(), p, deals, seed)
		if err != nil {
			return fmt.Errorf("ablate: %w", err)
		}
		if a.json() {
			return report.JSON(a.stdout, rows)
		}
		return a.showAblations(p, rows, deals, all)
	}
	return c
}

// ablations measures groups first, then genes, each in the schema's order.
func (a *app) ablations(ctx context.Context, p *player.Player, deals int, seed uint64) ([]ablation, error) {
	rows, variants := cuts(p)
	field := p.Game.Field()
	e := arena.Evaluator{
		Arena: arena.New(p.Game, a.workers), Field: field,
		Blocks: deals * len(field), Seed: seed, Stage: arena.StageShow,
	}
	// A few variants at a time keep the results of a long list small.
	const batch = 32
	for begin := 0; begin < len(rows); begin += batch {
		end := min(begin+batch, len(rows))
		paired, err := e.Compare(ctx, p.Seat(), variants[begin:end])
		if err != nil {
			return nil, err
		}
		for i, d := range paired {
			x := d.Difference(e.Arena.Unit(), stats.Level)
			r := &rows[begin+i]
			r.Loss, r.Low, r.High = -x.Mean, -x.Interval.High, -x.Interval.Low
			r.Silent = d.Diff.SumSq == 0
		}
	}
	return rows, nil
}

// cuts lists the champion without each group and without each gene that is not
// at its default anyway.
func cuts(p *player.Player) (rows []ablation, variants []engine.Player) {
	s := p.Game.Schema
	rows = []ablation{}
	cut := func(name string, group bool, hit func(i int) bool) {
		v, changed := p.Genes.Clone(), false
		for i, g := range s.Genes {
			if hit(i) && v[i] != g.Default {
				v[i], changed = g.Default, true
			}
		}
		if changed {
			rows = append(rows, ablation{Genes: name, Group: group})
			variants = append(variants, p.Game.Player(genome.Vector(v)))
		}
	}
	for _, group := range s.Groups() {
		cut(group, true, func(i int) bool { return s.Genes[i].Group == group })
	}
	for k, g := range s.Genes {
		cut(g.Name, false, func(i int) bool { return i == k })
	}
	return rows, variants
}

func (a *app) showAblations(p *player.Player, rows []ablation, deals int, all bool) error {
	unit, show := scale(p.Game.Info())
	fmt.Fprintf(a.stdout, "%s without its genes: loss in %s against %d opponents, %s deals each; a positive loss means that the genes earn points\n\n",
		p.Name, unit, len(p.Game.Baselines), report.Count(int64(deals)))
	var groups, genes []ablation
	for _, r := range rows {
		if r.Group {
			groups = append(groups, r)
		} else {
			genes = append(genes, r)
		}
	}
	if err := lossTable("group", groups, show).Write(a.stdout); err != nil {
		return err
	}
	var matter, silent []ablation
	for _, r := range genes {
		switch {
		case r.Silent:
			silent = append(silent, r)
		case all || r.Low > 0 || r.High < 0:
			matter = append(matter, r)
		}
	}
	fmt.Fprintln(a.stdout)
	if err := lossTable("gene", matter, show).Write(a.stdout); err != nil {
		return err
	}
	fmt.Fprintf(a.stdout, "\n%d of %d genes stand at their defaults; of the others %d show no effect beyond chance.\n",
		len(p.Game.Schema.Genes)-len(genes), len(p.Game.Schema.Genes), len(genes)-len(matter)-len(silent))
	if len(silent) > 0 {
		names := make([]string, len(silent))
		for i, r := range silent {
			names[i] = r.Genes
		}
		fmt.Fprintf(a.stdout, "Never changed a deal's score:\n%s\n", wrap(list(names), "  ", 90))
	}
	return nil
}

func lossTable(head string, rows []ablation, show func(float64) string) *report.Table {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(x, y ablation) int { return cmp.Compare(y.Loss, x.Loss) })
	t := &report.Table{Columns: []string{head, ">loss", ">95 % interval"}}
	for _, r := range rows {
		t.Add(r.Genes, show(r.Loss), show(r.Low)+" to "+show(r.High))
	}
	return t
}
