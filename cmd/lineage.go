package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/results/report"
)

// ancestor is one individual of a family tree.
type ancestor struct {
	ID       string   `json:"id"`
	Born     int      `json:"born"`
	Operator string   `json:"operator"`
	Parents  []string `json:"parents"`
	Games    int64    `json:"games"`
	Mean     float64  `json:"mean"`
	StdErr   float64  `json:"stderr"`
	Changed  []string `json:"changed"` // genes that no parent had
}

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
		if errors.Is(err, lineage.ErrNotFound) {
			return usage("%w", err)
		} else if err != nil {
			return err
		}
		switch {
		case format == "dot":
			return writeDot(a.stdout, tree)
		case format == "json" || a.json():
			return report.JSON(a.stdout, tree)
		}
		return a.showAncestors(tree)
	}
	return c
}

// ancestors reads a family tree from the store, the individual itself first.
func (a *app) ancestors(run, id string, depth int) ([]ancestor, error) {
	s, err := lineage.OpenReadOnly(a.Store)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	row, err := s.Run(run)
	if err != nil {
		return nil, err
	}
	if id == "" {
		if id, err = s.LastChampion(run); err != nil {
			return nil, err
		}
	}
	if depth == 0 {
		depth = row.Generations // none is older
	}
	all, err := s.Ancestors(run, id, depth)
	if err != nil {
		return nil, err
	}
	byID := map[string]evolve.Individual{}
	for _, i := range all {
		byID[i.ID] = i
	}
	out := make([]ancestor, 0, len(all))
	for _, i := range all {
		out = append(out, describe(i, byID, row.Genes))
	}
	return out, nil
}

func describe(i evolve.Individual, known map[string]evolve.Individual, genes []string) ancestor {
	x := ancestor{
		ID: i.ID, Born: i.Born, Operator: i.Operator, Parents: append([]string{}, i.Parents...),
		Games: i.Pooled.Games, Mean: i.Pooled.Mean, StdErr: i.Pooled.StdErr, Changed: []string{},
	}
	var parents []evolve.Individual
	for _, p := range i.Parents {
		parent, ok := known[p]
		if !ok {
			return x // beyond the depth asked for: what changed is not known
		}
		parents = append(parents, parent)
	}
	if len(parents) > 0 && i.Operator != evolve.OpAveraged { // a mean has every gene from all of them
		for _, k := range lineage.Changed(i, parents) {
			x.Changed = append(x.Changed, genes[k])
		}
	}
	return x
}

func (a *app) showAncestors(tree []ancestor) error {
	t := &report.Table{Columns: []string{"individual", ">born", "operator", ">fitness", ">games", "parents", "genes from no parent"}}
	for _, x := range tree {
		t.Add(x.ID, fmt.Sprint(x.Born), x.Operator, fmt.Sprintf("%.4f ±%.4f", x.Mean, 1.96*x.StdErr), report.Count(x.Games),
			shorten(x.Parents, 3), shorten(x.Changed, 4))
	}
	return t.Write(a.stdout)
}

// shorten lists the first few names and counts the rest.
func shorten(names []string, most int) string {
	if len(names) <= most {
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s +%d more", strings.Join(names[:most], " "), len(names)-most)
}

func writeDot(w io.Writer, tree []ancestor) error {
	var b strings.Builder
	b.WriteString("digraph lineage {\n\trankdir=BT;\n\tnode [shape=box, fontname=\"sans-serif\"];\n")
	for _, x := range tree {
		fmt.Fprintf(&b, "\t%q [label=\"%s\\n%s, born %d\\n%.4f ±%.4f\"];\n", x.ID, x.ID, x.Operator, x.Born, x.Mean, 1.96*x.StdErr)
	}
	for _, x := range tree {
		for _, p := range x.Parents {
			fmt.Fprintf(&b, "\t%q -> %q;\n", x.ID, p)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
