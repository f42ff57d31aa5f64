package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/results/export"
	"bloodline/results/report"
)

func (a *app) exportCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "export PLAYER --out DIR",
		Short: "Write a player as a standalone program for its contest",
		Long: `export writes a player as a Go module that speaks its contest's protocol. It needs
only Go's standard library, and its README lists the commands that a contest entry
must state. For a game of commands, export writes the command line, the parameters
as a JSON file, and a README.`,
		Example: "  $bloodline export $champion --out bot\n  cd bot && go build -o $champion . ",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	out := c.Flags().String("out", "", "folder to write; must be new or empty")
	single := c.Flags().Bool("single-file", false, "write one main.go, for contests that take one file")
	name := c.Flags().String("name", "", "name of the bot (default: the player's)")
	c.RunE = func(_ *cobra.Command, args []string) error {
		if *out == "" {
			return usage("export needs --out DIR")
		}
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		if *name == "" {
			*name = strings.ReplaceAll(p.Name, "/", "-")
		}
		if files, ok := commandFiles(p, *name); ok {
			return a.exportFiles(*name, *out, p.Game.Name(), files)
		}
		b, err := botOf(p, *name)
		if err != nil {
			return err
		}
		b.Single = *single
		if err := export.Write(*out, b); err != nil {
			return err
		}
		return a.print(exported{*name, b.Game, *out}, report.Lines(fmt.Sprintf(
			"wrote %s to %s\n\nbuild it:  cd %s && go build -o %s .\nhand it in: %s/README.md names the commands that an entry must state", *name, *out, *out, b.FileName(), *out)))
	}
	return c
}

// exportFiles writes the bot of a game of commands, whose program is not ours.
func (a *app) exportFiles(name, out, game string, files []export.File) error {
	if err := export.Place(out, files); err != nil {
		return fmt.Errorf("export %s to %s: %w", name, out, err)
	}
	return a.print(exported{name, game, out}, report.Lines(fmt.Sprintf(
		"wrote %s to %s: command.txt starts the bot, parameters.json has its parameters, README.md explains", name, out)))
}

// exported is a bot that was written.
type exported struct {
	Name string `json:"name"`
	Game string `json:"game"`
	Dir  string `json:"dir"`
}
