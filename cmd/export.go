package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/results/export"
	"bloodline/results/report"
)

func (a *app) exportCommand() *cobra.Command {
	var out, name string
	var single bool
	c := &cobra.Command{
		Use:   "export PLAYER --out DIR",
		Short: "Write a player as a program of its own, ready to hand in",
		Long: `export writes a standalone Go module that plays as the player does and speaks
its contest's protocol. It needs nothing but Go's standard library; its README
names the commands that a contest entry must state. Of a game of commands it is the
command line, the parameters as a JSON file, and a README.`,
		Example: "  $bloodline export $champion --out bot\n  cd bot && go build -o $champion . ",
		Args:    arguments(cobra.ExactArgs(1)),
	}
	c.Flags().StringVar(&out, "out", "", "folder to write; must be new or empty")
	c.Flags().BoolVar(&single, "single-file", false, "write all of the program into one main.go, for contests that take one file")
	c.Flags().StringVar(&name, "name", "", "name of the bot; the player's name unless given")
	c.RunE = func(_ *cobra.Command, args []string) error {
		if out == "" {
			return usage("export needs --out DIR")
		}
		p, err := a.Find(args[0], nil)
		if err != nil {
			return err
		}
		if name == "" {
			name = strings.ReplaceAll(p.Name, "/", "-")
		}
		if files, ok := p.Files(name); ok {
			return a.exportFiles(name, out, p.Game.Name(), files)
		}
		b, err := p.Bot(name)
		if err != nil {
			return err
		}
		b.Single = single
		if err := export.Write(out, b); err != nil {
			return err
		}
		if a.json() {
			return report.JSON(a.stdout, exported{name, b.Game, out})
		}
		fmt.Fprintf(a.stdout, "wrote %s to %s\n\nbuild it:  cd %s && go build -o %s .\nhand it in: %s/README.md names the commands that an entry must state\n", name, out, out, b.FileName(), out)
		return nil
	}
	return c
}

// exportFiles writes the bot of a game of commands, whose program is not ours.
func (a *app) exportFiles(name, out, game string, files []export.File) error {
	if err := export.Place(out, files); err != nil {
		return fmt.Errorf("export %s to %s: %w", name, out, err)
	}
	if a.json() {
		return report.JSON(a.stdout, exported{name, game, out})
	}
	fmt.Fprintf(a.stdout, "wrote %s to %s: command.txt starts the bot, parameters.json has its parameters, README.md says the rest\n", name, out)
	return nil
}

// exported is a bot that was written.
type exported struct {
	Name string `json:"name"`
	Game string `json:"game"`
	Dir  string `json:"dir"`
}
