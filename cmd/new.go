package cmd

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/cmd/internal/scaffold"
	"bloodline/internal/version"
	"bloodline/results/report"
)

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  arguments(cobra.NoArgs),
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
	return a.print(v, report.Lines(strings.Join([]string{v.Program, v.Version, v.System}, " ")))
}

func (a *app) newCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "new NAME --out DIR",
		Short: "Write a Go module for your game, or a run file for programs",
		Long: `new writes a Go module with a small complete game, Kuhn poker. It builds, passes its
tests and breeds at once; replace the game by yours. The module finds bloodline by
the path of a clone on this machine, in go.mod.

With --command it writes NAME.yaml, a run file for a contest of programs, and a tiny
example in Python 3, its bot in Python or C++; you need no Go.`,
		Example: "  $bloodline new mygame --out mygame\n  $bloodline new mycontest --command --language cpp --out mycontest",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	out := c.Flags().String("out", "", "folder to write; must be new or empty")
	clone := c.Flags().String("bloodline", "", "`CLONE` for the module (default: this program's own)")
	command := c.Flags().Bool("command", false, "write a run file for a contest of programs")
	language := c.Flags().String("language", "python", "with --command, `LANGUAGE` of the bot: "+strings.Join(scaffold.Languages(), " or "))
	c.RunE = func(_ *cobra.Command, args []string) error {
		if *out == "" {
			return usage("new needs --out DIR")
		}
		if *command && *clone != "" {
			return usage("--bloodline: a contest of commands needs no clone, leave it out")
		}
		if *command {
			return a.newContest(args[0], *out, *language)
		}
		if c.Flags().Changed("language") {
			return usage("--language is for --command: a module's game is in Go, leave it out")
		}
		if *clone == "" {
			var ok bool
			if *clone, ok = scaffold.Clone(); !ok {
				return usage("the clone of bloodline that this program was built from is not there any more: name one with --bloodline DIR")
			}
		}
		if err := scaffold.Write(args[0], *out, *clone); err != nil {
			return err
		}
		return a.print(scaffolded{args[0], *out}, report.Lines(fmt.Sprintf(
			"wrote the module %s to %s\n\ntry it:  cd %s && go test ./... && go run . breed\nnext:    %s/README.md", args[0], *out, *out, *out)))
	}
	return c
}

// newContest writes the example of a contest that is played by commands.
func (a *app) newContest(name, out, language string) error {
	if err := scaffold.Contest(name, out, language); err != nil {
		return err
	}
	bot, build := "bot.py", ""
	if language == "cpp" {
		bot, build = "bot.cpp", fmt.Sprintf("g++ -O2 -std=c++17 -o %[1]s/bot %[1]s/bot.cpp && ", out)
	}
	return a.print(scaffolded{name, out}, report.Lines(fmt.Sprintf(
		"wrote %[1]s.yaml, %[2]s, referee.py, rival.py and steep.py to %[3]s\n\ntry it:  %[4]s%[5]s breed %[3]s/%[1]s.yaml --max-games 280\nnext:    %[3]s/README.md",
		name, bot, out, build, a.typed)))
}

// scaffolded is a module that was written.
type scaffolded struct {
	Name string `json:"name"`
	Dir  string `json:"dir"`
}
