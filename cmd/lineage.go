package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/engine"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/results/report"
)

func (a *app) lineageCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lineage RUN[/ID]",
		Short: "Show the ancestors of an individual, and what changed",
		Long: `lineage shows the ancestors of an individual, or of a run's champion: the operator
and the parents of each, its measured fitness, and the groups of genes that moved
most from the mean of its parents, in percent of their ranges. --format dot draws
the tree for Graphviz.`,
		Example: "  $bloodline lineage $run\n  $bloodline lineage $run/g012-037 --format dot | dot -Tsvg > tree.svg",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	depth := f.Int("depth", 3, "generations of parents to follow; 0: all")
	format := f.String("format", "", "dot or json instead of a table")
	c.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *format != "" && *format != "dot" && *format != "json":
			return usage("--format: must be dot or json, have %q", *format)
		case *depth < 0:
			return usage("--depth: must be at least 0, have %d", *depth)
		}
		run, id, _ := strings.Cut(args[0], "/")
		s, err := lineage.OpenReadOnly(a.Store)
		if err != nil {
			return err
		}
		defer s.Close()
		if *format == "json" {
			a.output = *format
		}
		err = a.ancestors(s, run, id, *depth, *format == "dot")
		switch {
		case errors.Is(err, lineage.ErrNotFound) && !slices.Contains(a.Runs(), run):
			return a.NoRun(run)
		case errors.Is(err, lineage.ErrNotFound):
			return usage("run %s of %s has no individual %q", run, a.Store, id)
		}
		return err
	}
	return c
}

func (a *app) ancestors(s *lineage.Store, run, id string, depth int, dot bool) error {
	row, err := s.Run(run)
	if err != nil {
		return err
	}
	var schema *genome.Schema
	var scale engine.Scale
	if g, err := a.GameOf(row); err == nil { // the genes of another version have no ranges here
		schema, scale = g.Schema, g.Info().Scale()
	}
	tree, err := s.Tree(run, id, depth, schema)
	switch {
	case err != nil:
		return err
	case dot:
		return tree.WriteDot(a.stdout, scale.Show)
	}
	return a.print(tree, report.TreeTable(tree, scale))
}
