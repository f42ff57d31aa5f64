package cmd

import (
	"errors"
	"fmt"
	"strings"

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
		left, others, err := run.CheckFolders(&a.Finder, s)
		if err != nil {
			return err
		}
		found := &checked{a.Store, runs, generations, append(append([]store.Damage{}, damage...), others...), append([]string{}, left...)}
		t := report.NotesTable(fmt.Sprintf("%s: %s, %s, %s", a.Store, report.Plural(runs, "run"),
			report.Plural(generations, "generation"), report.Plural(len(found.Damage), "damaged place")))
		for _, d := range found.Damage {
			t.Notes = append(t.Notes, strings.TrimPrefix(d.Run+": "+d.What, ": "))
		}
		t.Notes = append(t.Notes, report.Map(left,
			func(path string) string { return path + ": left by a process that was killed" })...)
		err = a.print(found, t)
		switch {
		case len(found.Damage) > 0:
			err = errors.Join(err, fmt.Errorf("%s: the store is damaged; restore a backup, or delete the damaged runs and breed them again", a.Store))
		case len(left) > 0:
			err = errors.Join(err, fmt.Errorf("%s: files are left over; delete them", a.Store))
		}
		return err
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
