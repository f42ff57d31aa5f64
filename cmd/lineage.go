package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/engine"
	"bloodline/evolve/store"
	"bloodline/genome"
	"bloodline/results/report"
)

func (a *app) lineageCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lineage RUN[/ID]|CHAMPION",
		Short: "Show the ancestors of an individual, and what changed",
		Long: `lineage shows the ancestors of an individual, of a run's champion, or of a champion file whose run is in
the store: the operator and the parents of each, its measured fitness, and the groups of genes that moved most from the
mean of its parents, in percent of their ranges. --format dot draws the tree for Graphviz.`,
		Example: "  $bloodline lineage $run\n  $bloodline lineage $run/g012-037 --format dot | dot -Tsvg > tree.svg",
	}
	f := c.Flags()
	depth := f.Int("depth", 3, "generations of parents to follow; 0: all")
	format := f.String("format", "", "dot or json instead of a table")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case *format != "" && *format != "dot" && *format != "json":
			return usage("--format: must be dot or json, have %q", *format)
		case *depth < 0:
			return usage("--depth: must be at least 0, have %d", *depth)
		}
		s, err := a.OpenStore()
		if err != nil {
			return err
		}
		defer s.Close()
		if *format == "json" {
			a.output = *format
		}
		run, id, err := a.individualOf(s, args[0])
		if err != nil {
			return err
		}
		row, err := s.Run(run)
		if err != nil {
			return err
		}
		var schema *genome.Schema
		var scale engine.Scale
		if g, err := a.GameOf(row); err == nil { // the genes of another version have no ranges here
			schema, scale = g.Schema, g.Info().Scale()
		}
		tree, err := s.Tree(run, id, *depth, schema)
		switch {
		case errors.Is(err, store.ErrNotFound):
			return usage("run %s of %s has no individual %q", run, a.Store, id)
		case err != nil:
			return err
		case *format == "dot":
			return tree.WriteDot(a.stdout, scale.Show)
		}
		t := report.TreeTable(tree, scale)
		if len(tree) <= 2 && a.output == "table" {
			t = report.NotesTable(report.TreeText(tree, scale))
		}
		return a.print(tree, t)
	}
	return c
}

// individualOf returns the run and the individual of a word: RUN, RUN/ID, or a champion whose run is in the store.
func (a *app) individualOf(s *store.Store, word string) (run, id string, err error) {
	run, id, _ = strings.Cut(word, "/")
	if _, err := s.Run(run); !errors.Is(err, store.ErrNotFound) {
		return run, id, err
	}
	p, err := a.Find(word, nil)
	switch {
	case err != nil && strings.HasSuffix(word, ".json"):
		return "", "", err
	case err != nil && !player.IsProgram(word) && len(a.FindBaselines(word, nil)) == 0:
		return "", "", a.NoRunError(run)
	case err != nil || p.File == nil:
		return "", "", usage("%s was not bred: lineage takes a run, an individual or a champion file", word)
	}
	o := p.File.Origin
	if o.ID == configs.Defaults {
		return "", "", usage("%s has the defaults, which were not bred: lineage %s shows the champion's ancestors", word, o.Run)
	}
	bred, err := s.Individual(o.Run, o.ID)
	if err == nil && p.File.Step == nil && p.File.Pruned == nil && p.File.Gains == nil {
		text, _ := p.Game.Schema.Format(bred.Genes) // it has passed the store's check; numbers of contests are rounded in files
		if bred.Genes, err = p.Game.Schema.Parse(text); !slices.Equal(bred.Genes, p.Genes) {
			err = store.ErrNotFound
		}
	}
	if err != nil {
		return "", "", usage("%s was bred as %s/%s, which is not in %s", word, o.Run, o.ID, a.Store)
	}
	return o.Run, o.ID, nil
}
