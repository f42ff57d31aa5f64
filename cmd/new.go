package cmd

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bloodline/cmd/internal/scaffold"
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
	var command bool
	c := &cobra.Command{
		Use:   "new NAME --out DIR",
		Short: "Write a module for your game, or a run file for any contest",
		Long: `new writes a Go module that builds, passes its tests and breeds at once. Its game
is Kuhn poker, small and with exactly known theory; the comments say what to
replace, and its README what to do next.

The module finds bloodline by a replace line in its go.mod, which names a clone
on this machine: bloodline has no host to be fetched from.

With --command it writes NAME.yaml, a run file for a contest that is played by
commands, with a tiny referee and bot in Python 3: put your own in their place.
No line of Go is needed.`,
		Example: "  $bloodline new mygame --out mygame\n  $bloodline new mycontest --command --out mycontest",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	c.Flags().StringVar(&out, "out", "", "folder to write; must be new or empty")
	c.Flags().StringVar(&clone, "bloodline", "", "clone of bloodline that the module uses; the one that this program was built from unless given")
	c.Flags().BoolVar(&command, "command", false, "write a run file for a contest that is played by commands")
	c.RunE = func(_ *cobra.Command, args []string) error {
		if out == "" {
			return usage("new needs --out DIR")
		}
		if command && clone != "" {
			return usage("--bloodline: a contest of commands needs no clone, leave it out")
		}
		if command {
			return a.newContest(args[0], out)
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

// newContest writes the example of a contest that is played by commands.
func (a *app) newContest(name, out string) error {
	if err := scaffold.Contest(name, out); err != nil {
		return err
	}
	if a.json() {
		return report.JSON(a.stdout, scaffolded{name, out})
	}
	fmt.Fprintf(a.stdout, "wrote %[1]s.yaml, referee.py, bot.py and rival.py to %[2]s\n\ntry it:  %[3]s breed %[2]s/%[1]s.yaml --max-games 200\nnext:    %[2]s/README.md\n", name, out, a.typed)
	return nil
}

// scaffolded is a module that was written.
type scaffolded struct {
	Name string `json:"name"`
	Dir  string `json:"dir"`
}
