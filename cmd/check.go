package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"bloodline/evolve/store"
	"bloodline/results/report"
	"bloodline/results/run"
)

func (a *app) checkCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "check",
		Short: "Check the whole store for damage",
		Long: `check reads the whole store and lists damage: in SQLite's own structures, in all rows, which have checksums, and
in files of runs: a champion or curves that were edited, or are not of the store's champion. It can't see that a whole
row of games, exploiters, evidence, status or tags is missing, or a whole run. It also lists files that killed processes
left in the folders of runs. The exit code is 1 if it finds anything: restore a backup of the store, or delete the
damaged runs by runs rm and breed them again.`,
		Example: "  $bloodline check\n  $bloodline check -o json",
	}
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		s, err := a.OpenStore()
		if err != nil {
			return err
		}
		defer s.Close()
		var runs, generations int64
		w := a.watch("check", 0)
		damage, err := s.Check(cmd.Context(), func(_ string, n int) {
			runs, generations = runs+1, generations+int64(n)
			w.what.Store(fmt.Sprintf("check  %d runs  %s generations", runs, report.Count(generations)))
		})
		w.Stop()
		if err != nil {
			return err
		}
		left, err := run.UnfinishedFiles(&a.Finder, s)
		if err != nil {
			return err
		}
		others, err := run.DamagedFiles(&a.Finder, s)
		if err != nil {
			return err
		}
		found := &checked{a.Store, runs, generations, append(append([]store.Damage{}, damage...), others...), append([]string{}, left...)}
		return errors.Join(a.print(found, found.table()), found.failure())
	}
	return c
}

// checked is the result of check.
type checked struct {
	Store       string         `json:"store"`
	Runs        int64          `json:"runs"`
	Generations int64          `json:"generations"`
	Damage      []store.Damage `json:"damage"`
	LeftOver    []string       `json:"left_over"` // by processes that were killed
}

func (c *checked) failure() error {
	switch {
	case len(c.Damage) > 0:
		return fmt.Errorf("%s: the store is damaged; restore a backup, or delete the damaged runs and breed them again", c.Store)
	case len(c.LeftOver) > 0:
		return fmt.Errorf("%s: files are left over; delete them", c.Store)
	}
	return nil
}

func (c *checked) table() *report.Table {
	t := report.NotesTable(fmt.Sprintf("%s: %s, %s, %s", c.Store, report.Plural(c.Runs, "run"),
		report.Plural(c.Generations, "generation"), report.Plural(len(c.Damage), "damaged place")))
	for _, d := range c.Damage {
		what := d.What
		if d.Run != "" {
			what = d.Run + ": " + what
		}
		t.Notes = append(t.Notes, what)
	}
	t.Notes = append(t.Notes, report.Map(c.LeftOver, func(path string) string { return path + ": left by a process that was killed" })...)
	return t
}
