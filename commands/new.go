package commands

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bloodline/commands/internal/scaffold"
	"bloodline/results"
	"bloodline/results/report"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Args:  arguments(cobra.NoArgs),
		RunE:  func(*cobra.Command, []string) error { return a.showVersion() },
	}
}

func (a *app) showVersion() error {
	if a.json() {
		return report.JSON(a.stdout, report.Version{Program: a.name, Version: results.Version(), Go: runtime.Version()})
	}
	_, err := fmt.Fprintf(a.stdout, "%s %s\n", a.name, results.Version())
	return err
}

func (a *app) newCommand() *cobra.Command {
	var out, clone string
	c := &cobra.Command{
		Use:   "new NAME --out DIR",
		Short: "Write a module for a game of your own",
		Long: `new writes a Go module that builds, passes its tests and breeds at once. Its game
is Kuhn poker, small and with exactly known theory; the comments say what to
replace, and its README what to do next.

The module finds bloodline by a replace line in its go.mod, which names a clone
on this machine: bloodline has no host to be fetched from.`,
		Example: "  $bloodline new mygame --out mygame",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	c.Flags().StringVar(&out, "out", "", "folder to write; must be new or empty")
	c.Flags().StringVar(&clone, "bloodline", "", "clone of bloodline that the module uses; the one that this program was built from unless given")
	c.RunE = func(_ *cobra.Command, args []string) error {
		if out == "" {
			return usage("new needs --out DIR")
		}
		if clone == "" {
			var ok bool
			if clone, ok = scaffold.Clone(); !ok {
				return usage("the clone of bloodline that this program was built from is not there any more: name one with --bloodline DIR")
			}
		}
		if err := scaffold.Write(args[0], out, clone); err != nil {
			return err
		}
		if a.json() {
			return report.JSON(a.stdout, scaffolded{args[0], out})
		}
		fmt.Fprintf(a.stdout, "wrote the module %s to %s\n\ntry it:  cd %s && go test ./... && go run . breed\nnext:    %s/README.md\n", args[0], out, out, out)
		return nil
	}
	return c
}

// scaffolded is a module that was written.
type scaffolded struct {
	Name string `json:"name"`
	Dir  string `json:"dir"`
}
