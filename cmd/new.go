package cmd

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"bloodline/cmd/internal/scaffold"
	"bloodline/internal/version"
	"bloodline/results/report"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		RunE:  func(*cobra.Command, []string) error { return a.showVersion() },
	}
}

// versionOf names a program.
type versionOf struct {
	Program string `json:"program"`
	Version string `json:"version"`
	System  string `json:"system"` // that it was built for, as GOOS/GOARCH
	Go      string `json:"go"`     // that it was built with
}

func (a *app) showVersion() error {
	v := versionOf{a.name, version.String(), runtime.GOOS + "/" + runtime.GOARCH, runtime.Version()}
	return a.printLine(v, "%s %s %s", v.Program, v.Version, v.System)
}

func (a *app) newCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "new NAME --out DIR",
		Short: "Write a Go module for your game, or a run file for programs",
		Long: `new writes a Go module with a small complete game, Kuhn poker. It builds, passes its tests and breeds at
once; replace the game by yours. The module finds bloodline by the path of a clone on this machine, in go.mod.

With --simulator it writes NAME.yaml, a run file for a simulator of your own, and a small game with a bot in C++, Python
or Java; with --command one for a contest whose referee and bots are programs, with an example in Python and a bot in
Python or C++. You need no Go. A simulator plays millions of games, a referee some thousand.`,
		Example: "  $bloodline new mygame --out mygame\n  $bloodline new mybot --simulator --out mybot\n" +
			"  $bloodline new mycontest --command --language cpp --out mycontest",
	}
	out := c.Flags().String("out", "", "folder to write; must be new or empty")
	clone := c.Flags().String("bloodline", "", "`CLONE` for the module (default: this program's own)")
	simulator := c.Flags().Bool("simulator", false, "write a run file for a simulator of your own")
	command := c.Flags().Bool("command", false, "write a run file for a contest of programs")
	language := c.Flags().String("language", "",
		"`LANGUAGE` of the simulator: "+scaffold.Simulator.Languages()+"; of the bot with --command: "+
			scaffold.Referee.Languages()+" (default: the first)")
	c.RunE = func(_ *cobra.Command, args []string) error {
		switch {
		case *out == "":
			return usage("new needs --out DIR")
		case *command && *simulator:
			return usage("--simulator and --command: choose one")
		case (*command || *simulator) && *clone != "":
			return usage("--bloodline: a run file for programs needs no clone, leave it out")
		case *command:
			return a.newContest(scaffold.Referee, args[0], *out, *language)
		case *simulator:
			return a.newContest(scaffold.Simulator, args[0], *out, *language)
		case c.Flags().Changed("language"):
			return usage("--language is for --simulator and --command: a module's game is in Go, leave it out")
		}
		if *clone == "" {
			var ok bool
			if *clone, ok = scaffold.OwnRepository(); !ok {
				return usage("a game in Go needs a clone of bloodline, and the one that this program was built from is not there: name one with --bloodline DIR")
			}
		}
		if err := scaffold.Write(args[0], *out, *clone); err != nil {
			return err
		}
		return a.printLine(scaffolded{args[0], *out}, "wrote the module %s to %s\n\n"+
			"try it:  cd %[2]s && go test ./... && go run . breed\nnext:    %[2]s/README.md", args[0], *out)
	}
	return c
}

func (a *app) newContest(e scaffold.Example, name, out, language string) error {
	p, files, err := e.Write(name, out, language)
	if err != nil {
		return err
	}
	build := ""
	if p.Build != "" {
		build = fmt.Sprintf("(cd %s && %s) && ", out, p.Build)
	}
	return a.printLine(scaffolded{name, out}, "wrote %s to %s\n\ntry it:  %s%s breed %[2]s/%[5]s.yaml%[6]s\nnext:    %[2]s/README.md",
		report.List(files), out, build, a.invocation, name, e.First)
}

// scaffolded is a module that was written.
type scaffolded struct {
	Name string `json:"name"`
	Dir  string `json:"dir"`
}
