package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena"
	"bloodline/arena/ablation"
	"bloodline/arena/game"
	"bloodline/evolve"
	"bloodline/evolve/lineage"
	"bloodline/genome"
	"bloodline/results/report"
)

func (a *app) lineageCommand() *cobra.Command {
	var depth int
	var most mostGained
	var format string
	c := &cobra.Command{
		Use:   "lineage RUN[/ID]",
		Short: "Show the ancestors of an individual, and what changed",
		Long: `lineage shows the ancestors of an individual, or of a run's champion: the operator
and the parents of each, its measured fitness, and the groups of genes that moved
most from the mean of its parents, in percent of their ranges. --format dot draws
the tree for Graphviz.

--edges N finds the N steps with the largest gains on the line of first parents. It
plays parent and child on the same new deals, and shows what the moved groups earned.`,
		Example: "  $bloodline lineage $run\n  $bloodline lineage $run --edges 10\n  $bloodline lineage $run/g012-037 --format dot | dot -Tsvg > tree.svg",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	f := c.Flags()
	f.IntVar(&depth, "depth", 3, "generations of parents to follow; 0: all")
	f.StringVar(&format, "format", "", "dot or json instead of a table")
	f.IntVar(&most.edges, "edges", 0, "show this many steps with the largest gains, instead of ancestors")
	f.IntVar(&most.deals, "deals", 1000, "with --edges, deals against each opponent, each in all seatings")
	f.Uint64Var(&most.seed, "seed", 1, "with --edges, seed of the deals")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case format != "" && format != "dot" && format != "json":
			return usage("--format: must be dot or json, have %q", format)
		case depth < 0:
			return usage("--depth: must be at least 0, have %d", depth)
		case most.edges == 0 && (f.Changed("deals") || f.Changed("seed") || f.Changed("edges")):
			return usage("--edges: must say how many edges to show; without them nothing is played")
		case most.edges != 0 && (f.Changed("depth") || format == "dot"):
			return usage("--edges follows the whole line: leave --depth and --format dot out")
		}
		run, id, _ := strings.Cut(args[0], "/")
		s, err := lineage.OpenReadOnly(a.Store)
		if err != nil {
			return err
		}
		defer s.Close()
		if format == "json" {
			a.output = format
		}
		if most.edges != 0 {
			if err := errors.Join(counts("--edges", most.edges, 1, 1000), counts("--deals", most.deals, screeningShare, 100_000)); err != nil {
				return err
			}
			err = a.edges(cmd.Context(), s, run, id, most)
		} else {
			err = a.ancestors(s, run, id, depth, format == "dot")
		}
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
	if g, err := a.GameOf(row); err == nil { // the genes of another version have no ranges here
		schema = g.Schema
	}
	tree, err := s.Tree(run, id, depth, schema)
	switch {
	case err != nil:
		return err
	case dot:
		return tree.WriteDot(a.stdout)
	case a.json():
		return report.JSON(a.stdout, tree)
	}
	t := &report.Table{Columns: []string{"individual", "operator", ">fitness", ">games", "parents", "moved most, %"}}
	for _, x := range tree {
		t.Add(x.ID, x.Operator, fitness(x), report.Count(x.Games),
			report.Shorten(x.Parents, 2), moved(x.Moved))
	}
	return a.print(t)
}

// moved names groups with their steps.
func moved(all []genome.Move) string {
	parts := make([]string, len(all))
	for i, m := range all {
		parts[i] = fmt.Sprintf("%s %.2g", m.Group, 100*m.Step)
	}
	return strings.Join(parts, ", ")
}

// screeningShare is how many times fewer deals find the edges than measure them.
const screeningShare = 10

// edge is one of the edges that gained most.
type edge struct {
	Parent   string               `json:"parent"`
	Child    string               `json:"child"`
	Operator string               `json:"operator"`
	Games    int64                `json:"games"`
	Gain     float64              `json:"gain"`
	Low      float64              `json:"low"`
	High     float64              `json:"high"`
	Groups   []ablation.GroupMove `json:"groups"`
}

// mostGained says which edges are to be shown, and how they are measured.
type mostGained struct {
	edges, deals int
	seed         uint64
}

func (a *app) edges(ctx context.Context, s *lineage.Store, run, id string, most mostGained) error {
	row, err := s.Run(run)
	if err != nil {
		return err
	}
	g, err := a.GameOf(row)
	if err != nil {
		return err
	}
	if len(g.Baselines) == 0 {
		return usage("lineage --edges plays against baselines, and %s has none", g.Name())
	}
	if id == "" {
		if id, err = s.LastChampion(run); err != nil {
			return err
		}
	}
	line, err := s.Line(run, id, evolve.MaxGenerations)
	if err != nil {
		return err
	}
	slices.Reverse(line) // the oldest first
	var genes []genome.Vector
	for _, x := range line {
		genes = append(genes, x.Genes)
	}
	e := &arena.Evaluator{
		Arena: arena.New(g, a.workers), Field: g.Field(),
		Blocks: most.deals / screeningShare * len(g.Baselines), Seed: most.seed, Stage: arena.StageShow,
	}
	w := a.watch("lineage", 0)
	got, err := ablation.Ablator{Evaluator: e, Schema: g.Schema, Compile: g.Player}.Line(ctx, genes, most.edges, screeningShare)
	w.Stop()
	if err != nil {
		return err
	}
	out := []edge{}
	for _, x := range got {
		child := line[x.Child]
		out = append(out, edge{line[x.Child-1].ID, child.ID, child.Operator, x.Gain.Games, x.Gain.Mean, x.Gain.Low, x.Gain.High, x.Groups})
	}
	if a.json() {
		return report.JSON(a.stdout, out)
	}
	return a.showEdges(g, out, id, len(line)-1, most.deals)
}

func (a *app) showEdges(g *game.Game, edges []edge, id string, of, deals int) error {
	unit, show := report.Scale(g.Info())
	a.say("Largest gains on the line to %s (edges: %s): %s against %s, %s deals each; after each group, what its change earned",
		id, report.Count(int64(of)), unit, report.Plural(len(g.Baselines), "opponent"), report.Count(int64(deals)))
	fmt.Fprintln(a.stdout)
	t := &report.Table{Columns: []string{"parent", "child", ">gain", ">95 % interval", "groups that moved most"}}
	for _, x := range edges {
		groups := make([]string, len(x.Groups))
		for i, m := range x.Groups {
			groups[i] = fmt.Sprintf("%s %s", m.Group, show(m.Gain.Mean))
		}
		t.Add(x.Parent, x.Child, show(x.Gain), show(x.Low)+" to "+show(x.High), strings.Join(groups, ", "))
	}
	return a.print(t)
}

// fitness is a mean and half its interval, which has no width where few games ended alike:
// nothing is known of it then.
func fitness(x lineage.Ancestor) string {
	if x.StdErr == 0 {
		return fmt.Sprintf("%.4f", x.Mean)
	}
	return fmt.Sprintf("%.4f ±%.4f", x.Mean, x.Half())
}
