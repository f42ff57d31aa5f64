package cmd

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"bloodline/evolve/store"
	"bloodline/results/report"
	"bloodline/results/report/view"
	"bloodline/results/run"
)

func (a *app) runsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "runs [RUN]",
		Short: "List the runs of the store, or the generations of a run",
		Long: `runs lists the runs of the store, with a sketch of their mean fitness. With a run it lists the
generations. --csv writes all data of the run for notebooks.`,
		Example: "  $bloodline runs\n  $bloodline runs $run\n  $bloodline runs $run --csv data",
	}
	csv := c.Flags().String("csv", "", "new folder for the run's tables")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if *csv != "" && len(args) == 0 {
			return usage("--csv: needs a RUN")
		}
		if len(args) > 0 {
			s, row, err := a.OpenRun(args[0])
			if errors.Is(err, store.ErrNotFound) {
				return a.NoRunError(args[0])
			} else if err != nil {
				return err
			}
			defer s.Close()
			if *csv != "" {
				return a.writeCSV(cmd.Context(), s, row, *csv)
			}
			return a.showGenerations(s, row)
		}
		s, err := a.OpenStore()
		if err != nil {
			return err
		}
		defer s.Close()
		rows, err1 := s.Runs()
		tags, err2 := s.Tags()
		if err := cmp.Or(err1, err2); err != nil {
			return err
		}
		const sketched = 12 // how many generations a sketch of a run shows
		groups, out := report.GroupsOf(rows), []report.RunLine{}
		for _, r := range rows {
			l := report.RunLine{RunRow: r, Tags: tags[r.Name], Group: groups.Of(r.Name).Name}
			if l.Sketch, err = s.SampleMeans(r.Name, sketched); err == nil {
				l.Status, err = view.ReadStatus(s, r)
			}
			if err != nil {
				return err
			}
			if l.Status != nil {
				l.Games = max(l.Games, l.Status.Games)
			}
			out = append(out, l)
		}
		return a.print(out, report.RunTable(out))
	}
	c.AddCommand(a.removeCommand(), a.sizeCommand(), a.tagCommand())
	return c
}

func (a *app) writeCSV(ctx context.Context, s *store.Store, row store.RunRow, dir string) error {
	if _, err := os.Lstat(dir); err == nil {
		return usage("--csv: must not exist, have %s", dir)
	}
	if err := checkWritable("--csv", dir, false); err != nil {
		return err
	}
	w := a.watch("csv", 0)
	g, _ := a.GameOf(row) // a run of programs that are gone is written as well
	err := run.WriteCSV(ctx, s, g, row.Name, dir, func(last int) {
		w.what.Store(fmt.Sprintf("csv  %d of %d generations", last+1, row.Generations))
	})
	w.Stop()
	if err != nil {
		return fmt.Errorf("csv: %w", err)
	}
	return a.printLine(tables{row.Name, dir, row.Generations}, "wrote %s of %s to %s",
		report.Plural(row.Generations, "generation"), row.Name, dir)
}

// tables is what runs --csv wrote.
type tables struct {
	Run         string `json:"run"`
	Dir         string `json:"dir"`
	Generations int    `json:"generations"`
}

func (a *app) removeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "rm RUN...",
		Short: "Remove runs and their files",
		Long: `rm deletes runs from the store, and then their files. Other files in their folders stay. At a terminal it
asks first. If rm was killed in between, the same command deletes the files that were left.`,
		Example: "  $bloodline runs rm $run",
	}
	yes := c.Flags().Bool("yes", false, "don't ask at a terminal")
	force := c.Flags().Bool("force", false, "even if another run plays against it or starts from it")
	c.RunE = func(cmd *cobra.Command, names []string) error {
		if err := a.confirmRemoval(cmd.Context(), *yes, report.List(names)+", with all individuals and files"); err != nil {
			return err
		}
		w := a.watch("removing runs", 0)
		done, err := run.Remove(&a.Finder, *force, names...)
		w.Stop()
		if errors.Is(err, run.ErrNeeded) {
			return usage("%w; --force does it all the same", err)
		} else if err != nil {
			return err
		}
		t := report.NotesTable("removed " + report.List(done.Removed))
		for _, name := range done.Folders {
			t.Notes = append(t.Notes, fmt.Sprintf("%s was no longer in %s: its folder was what a killed rm had left", name, a.Store))
		}
		for _, dir := range done.Kept {
			t.Notes = append(t.Notes, dir+" has files that are not the run's, and stays")
		}
		return a.print(done, t)
	}
	return c
}

func (a *app) pruneCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "prune RUN...",
		Short: "Delete all but champions, challengers and their ancestors",
		Long: `prune makes the store smaller. It keeps all champions and challengers of a run, the last generation, and
all their ancestors, and deletes the other individuals. The summaries of all generations stay, and the run can still be
resumed. It saves little with evolve.algorithm genetic, where most individuals are ancestors. A damaged run is refused
(check).`,
		Example: "  $bloodline prune $run",
		RunE: func(_ *cobra.Command, names []string) error {
			w := a.watch("pruning runs", 0)
			pruned, err := run.Prune(&a.Finder, names...)
			w.Stop()
			if err != nil {
				return err
			}
			return a.print(pruned, report.NotesTable(report.Map(pruned, func(p store.PruneResult) string {
				return fmt.Sprintf("%s keeps %s of %s individuals", p.Run, report.Count(p.Kept), report.Count(p.Kept+p.Removed))
			})...))
		},
	}
}

func (a *app) sizeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "size",
		Short:   "Show the size of the store and its parts",
		Example: "  $bloodline runs size",
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.OpenStore()
			if err != nil {
				return err
			}
			defer s.Close()
			w := a.watch("measuring the store", 0)
			bytes, runs, err := s.Sizes()
			w.Stop()
			if err != nil {
				return err
			}
			size := &report.StoreSize{Store: a.Store, Bytes: bytes, Runs: append([]store.Size{}, runs...)}
			return a.print(size, size.Table())
		},
	}
}

func (a *app) showGenerations(s *store.Store, row store.RunRow) error {
	trace, err := s.Summaries(row.Name, -1)
	if err != nil {
		return err
	}
	if a.json() {
		lines := json.NewEncoder(a.stdout)
		for _, g := range trace {
			if err := lines.Encode(report.NewGeneration(g)); err != nil {
				return err
			}
		}
		return nil
	}
	tags, err1 := s.Tags()
	status, err2 := view.ReadStatus(s, row)
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	unit, show := "", func(x float64) string { return fmt.Sprintf("%.3f", x) }
	g, err := a.GameOf(row)
	if err != nil { // its genes have changed, but not its points
		g, _ = a.Games.ByName(row.Game)
	}
	if g != nil {
		unit, show = g.Info().Scale().Unit, g.Info().Scale().Show
	}
	t := report.GenerationTable(trace, unit, show)
	if status != nil {
		t.Note("%s: %s", row.Name, status.Progress())
	}
	if tagged, ok := tags[row.Name]; ok {
		t.Title = report.Paragraph("%s: %s", row.Name, tagged.Text())
	}
	return a.print(nil, t)
}

// tagged is a run with its tags.
type tagged struct {
	Run string `json:"run"`
	store.Tags
}

func (a *app) tagCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "tag RUN [TAG...]",
		Short: "Tag a run, or add a note to it",
		Long: `tag adds tags to a run and prints its tags. A tag is a word, a note a line of text; runs, report and
serve show them. You can tag a run while it breeds.`,
		Example: "  $bloodline runs tag $run first-try\n  $bloodline runs tag $run --note \"twice the deals\"\n" +
			"  $bloodline runs tag $run --remove first-try",
	}
	remove := c.Flags().StringArray("remove", nil, "a tag to remove; may be repeated")
	note := c.Flags().String("note", "", "a line of text that replaces the note; empty: no note")
	c.RunE = func(_ *cobra.Command, args []string) error {
		name, add := args[0], args[1:]
		t, err := run.Tag(&a.Finder, name, func(t *store.Tags) bool {
			t.Tags = slices.DeleteFunc(append(t.Tags, add...), func(tag string) bool { return slices.Contains(*remove, tag) })
			if c.Flags().Changed("note") {
				t.Note = *note
			}
			return len(add)+len(*remove) > 0 || c.Flags().Changed("note")
		})
		if err != nil {
			return err
		}
		return a.printLine(tagged{name, t}, "%s: %s", name, cmp.Or(t.Text(), "no tags"))
	}
	return c
}
