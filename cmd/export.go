package cmd

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"bloodline/arena/command"
	"bloodline/cmd/internal/scaffold"
	"bloodline/configs/player"
	"bloodline/internal/version"
	"bloodline/results/export"
	"bloodline/results/report"
)

func (a *app) exportCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "export PLAYER --out DIR",
		Short: "Write a player as a standalone program for its contest",
		Long: `export writes a player as a Go module that speaks its contest's protocol. It needs only Go's standard
library, and its README lists the commands that a contest entry must state. For a game of commands, export writes the
command line, the parameters as a JSON file, and a README.`,
		Example: "  $bloodline export $champion --out bot\n  cd bot && go build -o $champion . ",
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
			if err := export.Place(*out, files); err != nil {
				return fmt.Errorf("export %s to %s: %w", *name, *out, err)
			}
			starts := "command.txt starts the bot, "
			if p.Game.Stored == nil {
				starts = ""
			}
			return a.printLine(exported{*name, p.Game.Name(), *out},
				"wrote %s to %s: %sparameters.json has its parameters, README.md explains", *name, *out, starts)
		}
		b, err := botOf(p, *name, *out)
		if err != nil {
			return err
		}
		b.Single = *single
		if err := export.Write(*out, b); err != nil {
			return err
		}
		return a.printLine(exported{*name, b.Game, *out}, "wrote %s to %s\n\nbuild it:  cd %[2]s && go build -o %[3]s .\n"+
			"hand it in: %[2]s/README.md names the commands that an entry must state", *name, *out, b.FileName())
	}
	return c
}

// exported is a bot that was written.
type exported struct {
	Name string `json:"name"`
	Game string `json:"game"`
	Dir  string `json:"dir"`
}

// botOf describes a player to package export, under a name. dir is the folder that it is exported into.
func botOf(p *player.Player, name, dir string) (export.Bot, error) {
	b := export.Bot{Game: p.Game.Name(), Name: name}
	if p.IsProgram() {
		return b, usage("%s is a program of its own: there is nothing to export", p.Name)
	}
	if p.Game.Source == nil {
		return b, usage("%s has no sources to export", p.Game.Name())
	}
	b.Source = *p.Game.Source
	if p.Genes == nil {
		b.Baseline = p.NameInGame()
		return b, nil
	}
	b.Genes, b.Temperature = p.Genes, p.Temperature()
	b.Schema = p.Game.Schema.Genes
	if p.File == nil {
		return b, nil
	}
	b.About = origins(p)
	data, err := player.Encode(p.File, dir)
	b.Champion = data
	return b, err
}

// origins says how a champion fared, where that was measured, and where it is from.
func origins(p *player.Player) (out []string) {
	if e := p.File.Evidence; e != nil {
		s := p.Game.Info().Scale()
		out = append(out, fmt.Sprintf("Against its field: %s %s (95 %% interval %s) over %d games on deals that no selection has seen.",
			s.Unit, s.Show(e.Field.Mean), s.Span(e.Field.Low, e.Field.High), e.Field.Games))
	}
	o := p.File.Origin
	return append(out, fmt.Sprintf("Bred by bloodline %s: run %s, individual %s, seed %d.", p.File.Program, o.Run, o.ID, o.Seed))
}

// commandFiles returns the files that are exported of a bot in a contest of programs: its command, its
// parameters and a README. ok is false for a player of another kind.
func commandFiles(p *player.Player, name string) (files []export.File, ok bool) {
	contest := p.Game.UserBot
	if contest == nil || p.Genes == nil {
		return nil, false
	}
	const link = "[" + command.ParametersFile + "](" + command.ParametersFile + ")"
	text := "# " + name + "\n\n"
	if p.File != nil {
		if answer := report.DefaultsComparison(p.Game.Info().Scale(), p.File.Evidence); answer != "" {
			text += answer + "\n\n"
		}
	}
	if c := p.Game.Stored; c == nil {
		text += "A champion of bloodline, bred on a simulator. Its values stand in " + link + ", to be copied into the bot.\n"
	} else {
		line := c.RunFileCommand(p.Genes)
		files = append(files, export.File{Path: "command.txt", Text: []byte(line + "\n")})
		text += "A champion of bloodline. Started in the folder of the bot's own program, by this command:\n\n```sh\n" + line + "\n```\n"
		if strings.Contains(c.Settings.Bot, "{parameters}") {
			text += "\nIt reads its parameters from " + link + ": copy that file beside the program, or write its path into the command.\n"
		} else {
			text += "\nThe same parameters stand in " + link + ".\n"
		}
	}
	last := func(string) string { return "" }
	if slices.ContainsFunc(contest.Config().Genes, func(g command.Gene) bool { return g.Doc != "" }) {
		last = func(text string) string { return " " + text + " |" }
	}
	text += "\n| parameter | value | default |" + last("what a larger value does") + "\n|---|---|---|" + last("---") + "\n"
	for i, g := range p.Game.Schema.Genes {
		text += fmt.Sprintf("| %s | %s | %s |%s\n", g.Name, g.Text(p.Genes[i]), g.Text(g.Default), last(g.Doc))
	}
	if p.File != nil && p.File.Evidence != nil {
		text += "\n" + strings.Join(origins(p), "\n") + "\n"
	}
	return append([]export.File{
		{Path: "README.md", Text: []byte(text)},
		{Path: command.ParametersFile, Text: append(contest.Parameters(p.Genes), '\n')},
	}, files...), true
}

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
				return usage("the clone of bloodline that this program was built from is gone: name one with --bloodline DIR")
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

// newContest writes an example that needs no Go.
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
