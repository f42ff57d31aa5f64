package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

func (a *app) lineageCommand() *cobra.Command {
	var depth int
	var format string
	c := &cobra.Command{
		Use:   "lineage RUN[/ID]",
		Short: "Show the ancestors of an individual",
		Long: `lineage walks from an individual (of a run, its champion) to its ancestors and
shows for each the operator that made it, its parents, its measured fitness and
the genes that it has from no parent. --format dot draws the tree for Graphviz.`,
		Example: "  $bloodline lineage $run\n  $bloodline lineage $run/g012-037 --depth 3 --format dot | dot -Tsvg > tree.svg",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	c.Flags().IntVar(&depth, "depth", 3, "generations of parents to follow; 0 is all of them")
	c.Flags().StringVar(&format, "format", "", "dot or json instead of a table")
	c.RunE = func(_ *cobra.Command, args []string) error {
		if format != "" && format != "dot" && format != "json" {
			return usage("--format: must be dot or json, have %q", format)
		}
		if depth < 0 {
			return usage("--depth: must be at least 0, have %d", depth)
		}
		run, id, _ := strings.Cut(args[0], "/")
		tree, err := a.ancestors(run, id, depth)
		switch {
		case errors.Is(err, lineage.ErrNotFound) && !slices.Contains(a.Runs(), run):
			return a.NoRun(run)
		case errors.Is(err, lineage.ErrNotFound):
			return usage("run %s of %s has no individual %q", run, a.Store, id)
		case err != nil:
			return err
		}
		switch {
		case format == "dot":
			return tree.WriteDot(a.stdout)
		case format == "json" || a.json():
			return report.JSON(a.stdout, tree)
		}
		return a.showAncestors(tree)
	}
	return c
}

// ancestors reads a family tree from the store.
func (a *app) ancestors(run, id string, depth int) (lineage.Tree, error) {
	s, err := lineage.OpenReadOnly(a.Store)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Tree(run, id, depth)
}

func (a *app) showAncestors(tree lineage.Tree) error {
	t := &report.Table{Columns: []string{"individual", ">born", "operator", ">fitness", ">games", "parents", "genes from no parent"}}
	for _, x := range tree {
		t.Add(x.ID, fmt.Sprint(x.Born), x.Operator, fmt.Sprintf("%.4f ±%.4f", x.Mean, x.Half()), report.Count(x.Games),
			report.Shorten(x.Parents, 3), report.Shorten(x.Changed, 4))
	}
	return t.Write(a.stdout)
}
